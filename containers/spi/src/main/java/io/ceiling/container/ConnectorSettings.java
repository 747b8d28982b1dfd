package io.ceiling.container;

import java.util.OptionalInt;

/**
 * The sizes requested of a connector.
 *
 * @param maxThreads maximum size of the request thread pool; ignored for virtual threads
 * @param maxConnections maximum number of connections that the connector serves at the same time
 * @param acceptCount length of the kernel's listen queue
 * @param bufferBytes size in bytes of all buffers of a connection, >= 256; empty for the container's own sizes. The
 *     mapping to the container's settings is in docs/containers.md and in {@link ConnectorReadback#buffers()}
 */
public record ConnectorSettings(Limit maxThreads, Limit maxConnections, Limit acceptCount, OptionalInt bufferBytes) {

    /** The container's own size for every setting. */
    public static final ConnectorSettings DEFAULT =
            new ConnectorSettings(Limit.DEFAULT, Limit.DEFAULT, Limit.DEFAULT, OptionalInt.empty());

    public ConnectorSettings {
        requireAtLeastOne("max threads", maxThreads);
        requireAtLeastOne("max connections (-1 is no limit)", maxConnections);
        requireAtLeastOne("accept count", acceptCount);
        if (bufferBytes.isPresent() && bufferBytes.getAsInt() < 256) {
            throw new IllegalArgumentException("buffer bytes must be >= 256, was %s".formatted(bufferBytes.getAsInt()));
        }
    }

    public ConnectorSettings withMaxThreads(Limit other) {
        return new ConnectorSettings(other, maxConnections, acceptCount, bufferBytes);
    }

    public ConnectorSettings withMaxConnections(Limit other) {
        return new ConnectorSettings(maxThreads, other, acceptCount, bufferBytes);
    }

    public ConnectorSettings withAcceptCount(Limit other) {
        return new ConnectorSettings(maxThreads, maxConnections, other, bufferBytes);
    }

    public ConnectorSettings withBufferBytes(OptionalInt other) {
        return new ConnectorSettings(maxThreads, maxConnections, acceptCount, other);
    }

    private static void requireAtLeastOne(String what, Limit limit) {
        if (limit.orElse(1) < 1) {
            throw new IllegalArgumentException("%s must be >= 1, was %s".formatted(what, limit));
        }
    }
}
