package io.ceiling.harness.probe;

import io.ceiling.harness.model.ServerReading;

/**
 * The readings of a JVM and its container over JMX; -1 stands for a value that could not be seen.
 *
 * @param pool connector and its pool of request threads
 * @param threads threads of the JVM
 * @param memory memory of the JVM
 * @param descriptors open descriptors; requested only if /proc cannot be read
 * @param cpuNanos processor time, in ns
 * @param gcNanos time for which collections stopped the threads, in ns
 * @param gcCount number of such collections
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

    /** Memory as the JVM counts it, in bytes. */
    record Memory(long heapUsedBytes, long heapMaxBytes, long directBytes) {}
}
