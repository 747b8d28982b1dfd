package io.ceiling.webapp.live;

import java.util.Map;

/**
 * What the workloads hold now.
 *
 * @param recursionLevels each of them one connection of the server
 * @param asyncLevels of these, the ones that wait without a thread
 * @param channels open connections by transport
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

    /** Connections of the server that a workload holds. */
    long connections() {
        return holdBlocking + holdAsync + webSocket + recursionLevels + channelConnections();
    }

    /** Requests that are being served without a thread: all that is held but WebSockets, which are no requests any more. */
    long asyncRequests() {
        return holdAsync + asyncLevels + channelConnections() - channels.getOrDefault("websocket", 0);
    }

    private long channelConnections() {
        return channels.values().stream().mapToLong(Integer::longValue).sum();
    }
}
