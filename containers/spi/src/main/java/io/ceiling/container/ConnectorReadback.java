package io.ceiling.container;

import java.util.Map;

/**
 * The settings of a connector, read back from the running server.
 *
 * @param maxThreads maximum number of request threads; unlimited for virtual threads
 * @param maxConnections maximum number of connections
 * @param acceptCount length of the kernel's listen queue
 * @param idleTimeoutMillis idle timeout in milliseconds; unlimited if idle connections are never closed
 * @param buffers size in bytes of every buffer setting of the container, by name
 * @param tls TLS of all connections
 * @param deflate compression of WebSocket messages that is accepted when a client offers it
 * @param headerCacheNodes size of each connection's cache of header fields, in nodes of its lookup tree; not seen of a
 *     container without one
 */
public record ConnectorReadback(
        Limit maxThreads,
        Limit maxConnections,
        Limit acceptCount,
        Limit idleTimeoutMillis,
        Map<String, Integer> buffers,
        TlsReadback tls,
        Deflate deflate,
        Limit headerCacheNodes) {

    /** The sizes of a connector that cannot be read. */
    public static final ConnectorReadback NOT_SEEN =
            new ConnectorReadback(Limit.NOT_SEEN, Limit.NOT_SEEN, Limit.NOT_SEEN, Limit.NOT_SEEN, Map.of());

    /** Creates the sizes of a connector without TLS and compression. */
    public ConnectorReadback(
            Limit maxThreads,
            Limit maxConnections,
            Limit acceptCount,
            Limit idleTimeoutMillis,
            Map<String, Integer> buffers) {
        this(
                maxThreads,
                maxConnections,
                acceptCount,
                idleTimeoutMillis,
                buffers,
                TlsReadback.OFF,
                Deflate.OFF,
                Limit.NOT_SEEN);
    }

    public ConnectorReadback {
        buffers = Map.copyOf(buffers);
    }

    /**
     * Returns the sizes from values as containers report them.
     *
     * @param maxThreads maximum number of request threads; negative for no limit
     * @param maxConnections maximum number of connections; negative for no limit
     * @param acceptCount length of the kernel's listen queue
     * @param idleTimeoutMillis idle timeout in milliseconds; 0 for none
     * @param buffers size in bytes of every buffer setting of the container, by name
     */
    public static ConnectorReadback of(
            int maxThreads,
            long maxConnections,
            int acceptCount,
            long idleTimeoutMillis,
            Map<String, Integer> buffers) {
        return new ConnectorReadback(
                Limit.ofNegativeUnlimited(maxThreads),
                Limit.ofNegativeUnlimited(maxConnections),
                Limit.of(acceptCount),
                idleTimeoutMillis <= 0 ? Limit.UNLIMITED : Limit.of(idleTimeoutMillis),
                buffers);
    }

    public ConnectorReadback with(TlsReadback other) {
        return new ConnectorReadback(
                maxThreads, maxConnections, acceptCount, idleTimeoutMillis, buffers, other, deflate, headerCacheNodes);
    }

    /** Returns the same settings with that compression of WebSocket messages. */
    public ConnectorReadback with(Deflate other) {
        return new ConnectorReadback(
                maxThreads, maxConnections, acceptCount, idleTimeoutMillis, buffers, tls, other, headerCacheNodes);
    }

    /** Returns the same settings with a cache of header fields of that many nodes. */
    public ConnectorReadback withHeaderCacheNodes(int nodes) {
        return new ConnectorReadback(
                maxThreads, maxConnections, acceptCount, idleTimeoutMillis, buffers, tls, deflate, Limit.of(nodes));
    }
}
