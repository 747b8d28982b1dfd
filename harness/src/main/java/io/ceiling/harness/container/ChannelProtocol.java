package io.ceiling.harness.container;

import io.ceiling.load.channels.ChannelPlan;

/** The protocol of the channels of a server; each has the name that the load agents know. */
public enum ChannelProtocol {
    /** Protocol of this project's web application: clients subscribe and publish by messages. */
    WEB_APPLICATION,
    /** Bayeux over long polling. */
    BAYEUX,
    /** WebSockets whose URL names the channel, over which nobody publishes. */
    CHANNEL_IN_URL;

    public boolean membersPublish() {
        return this != CHANNEL_IN_URL;
    }

    /** Returns the protocol as the load agents know it. */
    public ChannelPlan.Protocol protocol() {
        return ChannelPlan.Protocol.valueOf(name());
    }
}
