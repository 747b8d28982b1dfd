package io.ceiling.load.channels;

import java.util.Locale;

/** Transport of the messages of a channel to a client. */
public enum ChannelTransport {
    /** Text messages of a WebSocket. */
    WEBSOCKET,
    /** Server-sent events in a response that never ends. */
    SSE,
    /** A response of lines for each message, or for a few messages since the last poll. */
    LONG_POLLING;

    /** Returns the name that the server uses, in the form {@code long-polling}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
