package io.ceiling.load.channels;

import java.util.Locale;

/** How the messages of a channel travel to a client. */
public enum ChannelTransport {
    /** Text messages after an upgrade. */
    WEBSOCKET,
    /** A response that never ends, of server-sent events. */
    SSE,
    /** A response that never ends, of lines. */
    STREAMING,
    /** A request for each message, or for the few that came meanwhile. */
    LONG_POLLING;

    /** As the server calls it: {@code long-polling}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
