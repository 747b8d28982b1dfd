package io.ceiling.harness.scenario;

import io.ceiling.load.channels.ChannelTransport;
import java.util.Arrays;

/**
 * The transport of subscribers, and the settings of Atmosphere.
 *
 * @param transport {@code websocket}, {@code sse} or {@code long-polling}
 * @param broadcaster {@code channel} (the web application's own, with an outbox for each client), or Atmosphere's
 *     {@code simple} or {@code default}
 * @param cache {@code uuid} (keeps messages between two polls) or {@code none}
 */
public record Messaging(String transport, String broadcaster, String cache) {

    /** The defaults of the web application, over WebSocket. */
    public static final Messaging DEFAULT = new Messaging("websocket", "channel", "uuid");

    /**
     * Returns the transport as the load agents know it.
     *
     * @throws IllegalArgumentException if there is none of that name
     */
    public ChannelTransport channelTransport() {
        return Arrays.stream(ChannelTransport.values())
                .filter(known -> known.label().equals(transport))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no transport has the name '%s'".formatted(transport)));
    }

    /** Returns true if a subscriber is a WebSocket rather than an open response. */
    public boolean isOverWebSocket() {
        return transport.equals(DEFAULT.transport);
    }

    /** Returns the part of a scenario's name: the transport, and every setting that is not the default. */
    String name() {
        return transport
                + (broadcaster.equals(DEFAULT.broadcaster) ? "" : "-" + broadcaster + "broadcaster")
                + (cache.equals(DEFAULT.cache) ? "" : "-cache" + cache);
    }
}
