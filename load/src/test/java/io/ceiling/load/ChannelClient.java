package io.ceiling.load;

import java.io.IOException;

/** A subscription as {@link ChannelServer} knows it; the tracking id is empty for a WebSocket. */
public record ChannelClient(String identifier, String trackingId, ChannelSender sender) {

    public void send(String json) throws IOException {
        sender.send(json);
    }
}
