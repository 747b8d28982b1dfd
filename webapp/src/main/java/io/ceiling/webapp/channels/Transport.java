package io.ceiling.webapp.channels;

import io.ceiling.protocol.Json;
import io.ceiling.protocol.RefusedException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Transport of messages to a client, with its framing. */
enum Transport {
    WEBSOCKET("websocket", "", "", "", ""),
    SSE("sse", "text/event-stream;charset=UTF-8", "data:", "\n\n", ":\n\n"),
    LONG_POLLING("long-polling", "application/x-ndjson;charset=UTF-8", "", "\n", "");

    private final String label;
    private final String contentType;
    private final String before;
    private final String after;
    private final String heartbeat;

    Transport(String label, String contentType, String before, String after, String signOfLife) {
        this.label = label;
        this.contentType = contentType;
        this.before = before;
        this.after = after;
        this.heartbeat = signOfLife;
    }

    /**
     * Returns the transport of a plain GET by the value of X-Atmosphere-Transport.
     *
     * @throws RefusedException if the value is none of them
     */
    static Transport ofGet(@Nullable String label) throws RefusedException {
        for (Transport transport : values()) {
            if (transport != WEBSOCKET && transport.label.equals(label)) {
                return transport;
            }
        }
        throw new RefusedException(
                RefusedException.BAD_REQUEST,
                "X-Atmosphere-Transport must be one of %s (or the request a WebSocket upgrade), was '%s'"
                        .formatted(
                                Arrays.stream(values())
                                        .filter(transport -> transport != WEBSOCKET)
                                        .map(transport -> transport.label)
                                        .collect(Collectors.joining(", ")),
                                label == null ? "missing" : Json.echo(label)));
    }

    String contentType() {
        return contentType;
    }

    /** Returns a message with its framing, in UTF-8. */
    byte[] frame(String message) {
        return (before + message + after).getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Returns bytes that a client ignores. Only a write shows a server that the client of a one-way stream has
     * disconnected. Empty if the container reports the loss by itself.
     */
    byte[] heartbeat() {
        return heartbeat.getBytes(StandardCharsets.UTF_8);
    }

    /** Returns true if an answer ends the request and the client polls again. */
    boolean polls() {
        return this == LONG_POLLING;
    }
}
