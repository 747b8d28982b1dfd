package io.ceiling.webapp.channels;

import io.ceiling.webapp.Json;
import io.ceiling.webapp.RefusedException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** How messages travel to a client, and where one ends and the next begins. */
enum Transport {
    WEBSOCKET("websocket", "", "", "", ""),
    SSE("sse", "text/event-stream;charset=UTF-8", "data:", "\n\n", ":\n\n"),
    STREAMING("streaming", "application/x-ndjson;charset=UTF-8", "", "\n", "\n"),
    LONG_POLLING("long-polling", "application/x-ndjson;charset=UTF-8", "", "\n", "");

    private final String label;
    private final String contentType;
    private final String before;
    private final String after;
    private final String signOfLife;

    Transport(String label, String contentType, String before, String after, String signOfLife) {
        this.label = label;
        this.contentType = contentType;
        this.before = before;
        this.after = after;
        this.signOfLife = signOfLife;
    }

    /** The transport of a plain GET, by the value of X-Atmosphere-Transport. */
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

    String label() {
        return label;
    }

    String contentType() {
        return contentType;
    }

    /** One message as it goes over the wire. */
    byte[] frame(String message) {
        return (before + message + after).getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Bytes that a client ignores. Only by writing does a server find out that the client of a one-way stream is gone;
     * empty where the container tells without.
     */
    byte[] signOfLife() {
        return signOfLife.getBytes(StandardCharsets.UTF_8);
    }

    /** Whether one answer ends the request, and the client asks again. */
    boolean polls() {
        return this == LONG_POLLING;
    }
}
