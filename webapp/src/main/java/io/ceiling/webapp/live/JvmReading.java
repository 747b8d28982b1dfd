package io.ceiling.webapp.live;

import org.jspecify.annotations.Nullable;

/**
 * This JVM now; null stands for what it does not tell.
 *
 * @param platformThreads all of them, the container's and the JVM's own
 * @param mountedVirtualThreads virtual threads that run on a carrier; JDK 24 and newer tell
 * @param queuedVirtualThreads virtual threads that wait for a carrier; parked ones are in neither
 * @param directUsedBytes as java.nio counts it
 * @param descriptorLimit of this process
 */
record JvmReading(
        long platformThreads,
        @Nullable Long mountedVirtualThreads,
        @Nullable Long queuedVirtualThreads,
        long heapUsedBytes,
        @Nullable Long heapMaxBytes,
        @Nullable Long directUsedBytes,
        @Nullable Long directMaxBytes,
        @Nullable Long openDescriptors,
        @Nullable Long descriptorLimit) {}
