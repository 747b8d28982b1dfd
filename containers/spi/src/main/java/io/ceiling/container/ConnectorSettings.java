package io.ceiling.container;

import java.util.OptionalInt;

/**
 * The settings requested of a connector: its sizes, and what lies between a connection and its messages.
 *
 * @param maxThreads maximum size of the request thread pool; ignored for virtual threads
 * @param maxConnections maximum number of connections that the connector serves at the same time
 * @param acceptCount length of the kernel's listen queue
 * @param bufferBytes size in bytes of all buffers of a connection, >= 256; empty for the container's own sizes. The
 *     mapping to the container's settings is in docs/settings.md and in {@link ConnectorReadback#buffers()}
 * @param tls TLS of all connections
 * @param deflate compression of WebSocket messages that is accepted when a client offers it
 * @param headerCacheNodes size of the cache in which the HTTP parser of a connection keeps header fields, in nodes of
 *     its lookup tree; 0 for no cache, empty for the container's own
 */
public record ConnectorSettings(
        Limit maxThreads,
        Limit maxConnections,
        Limit acceptCount,
        OptionalInt bufferBytes,
        Tls tls,
        Deflate deflate,
        OptionalInt headerCacheNodes) {

    /** The container's own size for every setting. */
    public static final ConnectorSettings DEFAULT =
            new ConnectorSettings(Limit.DEFAULT, Limit.DEFAULT, Limit.DEFAULT, OptionalInt.empty());

    /** Creates the sizes of a connector without TLS and compression. */
    public ConnectorSettings(Limit maxThreads, Limit maxConnections, Limit acceptCount, OptionalInt bufferBytes) {
        this(maxThreads, maxConnections, acceptCount, bufferBytes, Tls.OFF, Deflate.OFF, OptionalInt.empty());
    }

    public ConnectorSettings {
        requireAtLeastOne("max threads", maxThreads);
        requireAtLeastOne("max connections (-1 is no limit)", maxConnections);
        requireAtLeastOne("accept count", acceptCount);
        if (bufferBytes.isPresent() && bufferBytes.getAsInt() < 256) {
            throw new IllegalArgumentException("buffer bytes must be >= 256, was %s".formatted(bufferBytes.getAsInt()));
        }
        if (headerCacheNodes.orElse(0) < 0) {
            throw new IllegalArgumentException(
                    "header cache nodes must be >= 0, was %s".formatted(headerCacheNodes.getAsInt()));
        }
    }

    public ConnectorSettings withMaxThreads(Limit other) {
        return new ConnectorSettings(other, maxConnections, acceptCount, bufferBytes, tls, deflate, headerCacheNodes);
    }

    public ConnectorSettings withMaxConnections(Limit other) {
        return new ConnectorSettings(maxThreads, other, acceptCount, bufferBytes, tls, deflate, headerCacheNodes);
    }

    public ConnectorSettings withAcceptCount(Limit other) {
        return new ConnectorSettings(maxThreads, maxConnections, other, bufferBytes, tls, deflate, headerCacheNodes);
    }

    public ConnectorSettings withBufferBytes(OptionalInt other) {
        return new ConnectorSettings(maxThreads, maxConnections, acceptCount, other, tls, deflate, headerCacheNodes);
    }

    public ConnectorSettings with(Tls other) {
        return new ConnectorSettings(
                maxThreads, maxConnections, acceptCount, bufferBytes, other, deflate, headerCacheNodes);
    }

    public ConnectorSettings with(Deflate other) {
        return new ConnectorSettings(
                maxThreads, maxConnections, acceptCount, bufferBytes, tls, other, headerCacheNodes);
    }

    public ConnectorSettings withHeaderCacheNodes(OptionalInt other) {
        return new ConnectorSettings(maxThreads, maxConnections, acceptCount, bufferBytes, tls, deflate, other);
    }

    /**
     * Rejects a cache of header fields for a container that has none.
     *
     * @throws IllegalArgumentException with one line
     */
    public void requireNoHeaderCache(String container) {
        if (headerCacheNodes.isPresent()) {
            throw new IllegalArgumentException("%s has no header cache, header cache must be default, was %d"
                    .formatted(container, headerCacheNodes.getAsInt()));
        }
    }

    private static void requireAtLeastOne(String what, Limit limit) {
        if (limit.orElse(1) < 1) {
            throw new IllegalArgumentException("%s must be >= 1, was %s".formatted(what, limit));
        }
    }
}
