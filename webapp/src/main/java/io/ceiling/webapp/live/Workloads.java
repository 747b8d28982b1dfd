package io.ceiling.webapp.live;

import java.util.Map;

/**
 * Connections and requests that the workloads hold.
 *
 * @param holdBlocking number of requests held on {@code /hold/blocking}
 * @param holdAsync number of requests held on {@code /hold/async}
 * @param webSocket number of sessions open on {@code /ws/upper}
 * @param recursionLevels number of recursion levels in flight, each with one connection of the server
 * @param asyncLevels number of these levels that wait without a thread
 * @param channels number of open connections of channels by transport
 */
record Workloads(
        long holdBlocking,
        long holdAsync,
        long webSocket,
        long recursionLevels,
        long asyncLevels,
        Map<String, Integer> channels) {

    Workloads {
        channels = Map.copyOf(channels);
    }

    /** Returns the number of connections of the server that the workloads hold. */
    long connections() {
        return holdBlocking + holdAsync + webSocket + recursionLevels + channelConnections();
    }

    /**
     * Returns the number of requests served without a thread: all that are held, except WebSockets, which are no
     * requests any more.
     */
    long asyncRequests() {
        return holdAsync + asyncLevels + channelConnections() - channels.getOrDefault("websocket", 0);
    }

    private long channelConnections() {
        return channels.values().stream().mapToLong(Integer::longValue).sum();
    }
}
