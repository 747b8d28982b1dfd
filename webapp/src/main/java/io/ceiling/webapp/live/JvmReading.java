package io.ceiling.webapp.live;

import org.jspecify.annotations.Nullable;

/** This JVM now; null stands for what it does not tell. */
record JvmReading(Threads threads, Used heap, Used direct, Descriptors descriptors) {

    /**
     * Its threads.
     *
     * @param platform all platform threads, the container's and the JVM's own
     * @param mountedVirtual virtual threads that run on a carrier; JDK 24 and newer tell
     * @param queuedVirtual virtual threads that wait for a carrier; parked ones are in neither
     */
    record Threads(long platform, @Nullable Long mountedVirtual, @Nullable Long queuedVirtual) {}

    /** A kind of memory, in bytes; direct memory as java.nio counts it. */
    record Used(@Nullable Long usedBytes, @Nullable Long maxBytes) {}

    /** Open descriptors of this process, and how many it may have. */
    record Descriptors(@Nullable Long open, @Nullable Long limit) {}
}
