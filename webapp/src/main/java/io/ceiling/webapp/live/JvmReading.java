package io.ceiling.webapp.live;

import org.jspecify.annotations.Nullable;

/**
 * Readings of this JVM; null for a value that it does not report.
 *
 * @param threads number of threads
 * @param heap heap in bytes
 * @param direct direct memory in bytes, as java.nio counts it
 * @param descriptors file descriptors
 */
record JvmReading(Threads threads, Used heap, Used direct, Descriptors descriptors) {

    /**
     * Numbers of threads.
     *
     * @param platform number of platform threads, of the container and of the JVM itself
     * @param mountedVirtual number of virtual threads that run on a carrier; reported by JDK 24 and newer
     * @param queuedVirtual number of virtual threads that wait for a carrier; parked ones are in neither number
     */
    record Threads(long platform, @Nullable Long mountedVirtual, @Nullable Long queuedVirtual) {}

    /** Usage of a kind of memory, in bytes. */
    record Used(@Nullable Long usedBytes, @Nullable Long maxBytes) {}

    /** Number of open descriptors of this process, and its limit. */
    record Descriptors(@Nullable Long open, @Nullable Long limit) {}
}
