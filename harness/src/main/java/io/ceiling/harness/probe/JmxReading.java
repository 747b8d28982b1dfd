package io.ceiling.harness.probe;

/**
 * What a JVM and its container tell about themselves; -1 stands for what they did not tell.
 *
 * @param gcNanos time in which collections stopped the threads
 * @param gcCount of such collections
 * @param openDescriptors only where /proc does not tell
 */
record JmxReading(
        long connections,
        long maxConnections,
        int poolThreads,
        int busyThreads,
        int maxThreads,
        int queuedRequests,
        int threads,
        long heapUsedBytes,
        long heapMaxBytes,
        long directBytes,
        long cpuNanos,
        long openDescriptors,
        long maxDescriptors,
        long gcNanos,
        long gcCount) {

    static final JmxReading UNSEEN = new JmxReading(-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1);
}
