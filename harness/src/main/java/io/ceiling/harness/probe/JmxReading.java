package io.ceiling.harness.probe;

import io.ceiling.harness.model.ServerReading;

/**
 * What a JVM and its container tell about themselves; -1 stands for what they did not tell.
 *
 * @param descriptors only where /proc does not tell
 * @param gcNanos time in which collections stopped the threads
 * @param gcCount of such collections
 */
record JmxReading(
        ServerReading.Pool pool,
        int threads,
        Memory memory,
        ServerReading.Descriptors descriptors,
        long cpuNanos,
        long gcNanos,
        long gcCount) {

    static final JmxReading UNSEEN = new JmxReading(
            ServerReading.Pool.NOT_SEEN, -1, new Memory(-1, -1, -1), ServerReading.Descriptors.NOT_SEEN, -1, -1, -1);

    /** Memory that the JVM counts, in bytes. */
    record Memory(long heapUsedBytes, long heapMaxBytes, long directBytes) {}
}
