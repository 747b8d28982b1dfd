package io.ceiling.container;

import java.util.OptionalInt;

/**
 * The sizes that a connector is asked to have.
 *
 * @param maxThreads upper limit of the request thread pool; without meaning for virtual threads
 * @param maxConnections connections the connector serves at once
 * @param acceptCount length of the kernel's listen queue
 * @param bufferBytes one size for all buffers a connection owns; how it maps on the container's knobs is in
 *     docs/containers.md and in {@link ConnectorReadback#buffers()}; empty for the container's own sizes
 */
public record ConnectorSettings(Limit maxThreads, Limit maxConnections, Limit acceptCount, OptionalInt bufferBytes) {

    /** Leaves every size to the container. */
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
