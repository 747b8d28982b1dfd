package io.ceiling.harness.model;

/**
 * A server process at one moment; -1 stands for what could not be seen.
 *
 * @param connections what the connector has accepted and not closed
 * @param deepestLevel deepest level of recursion so far
 * @param openDescriptors from /proc
 * @param threads platform threads of the process, from /proc
 * @param rssBytes resident set, from /proc
 * @param pssBytes proportional set, from /proc
 * @param heapUsedBytes now, garbage included unless a full collection came just before; of a JVM that does not
 *     answer, what its last collection left
 * @param heapMaxBytes what the JVM itself reports as its limit
 * @param directBytes direct buffers
 * @param cpuNanos processor time since the start of the process
 * @param gcNanos time in collections since the start of the process
 */
public record ServerReading(
        long connections,
        long maxConnections,
        int poolThreads,
        int busyThreads,
        int maxThreads,
        int queuedRequests,
        long deepestLevel,
        long recursionLevelsNow,
        long openDescriptors,
        long maxDescriptors,
        int threads,
        long rssBytes,
        long pssBytes,
        long heapUsedBytes,
        long heapMaxBytes,
        long directBytes,
        long cpuNanos,
        long gcNanos,
        long gcCount) {}
