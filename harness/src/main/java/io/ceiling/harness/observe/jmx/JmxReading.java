package io.ceiling.harness.observe.jmx;

import io.ceiling.container.Limit;
import io.ceiling.harness.os.ProcFiles;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.ServerReading;

/**
 * The readings of a JVM and its container over JMX.
 *
 * @param pool connector and its pool of request threads
 * @param threads threads of the JVM
 * @param memory memory of the JVM
 * @param descriptors open descriptors; requested only if /proc cannot be read
 * @param cpuNanos processor time, in ns
 * @param gcNanos time for which collections stopped the threads, in ns
 * @param gcCount number of such collections
 */
public record JmxReading(
        ServerReading.Pool pool,
        Observation threads,
        JvmMemory memory,
        ServerReading.ProcessDescriptors descriptors,
        Observation cpuNanos,
        Observation gcNanos,
        Observation gcCount) {

    public static final JmxReading UNSEEN = new JmxReading(
            ServerReading.Pool.NOT_SEEN,
            Observation.NOT_SEEN,
            new JvmMemory(Observation.NOT_SEEN, Limit.NOT_SEEN, Observation.NOT_SEEN, Limit.NOT_SEEN),
            ServerReading.ProcessDescriptors.NOT_SEEN,
            Observation.NOT_SEEN,
            Observation.NOT_SEEN,
            Observation.NOT_SEEN);

    /** Memory as the JVM counts it, in bytes. */
    public record JvmMemory(
            Observation heapUsedBytes, Limit heapMaxBytes, Observation directBytes, Limit directMaxBytes) {

        /** Creates the memory of a JVM whose limit of direct buffers is the value of that flag. */
        static JvmMemory of(
                Observation heapUsedBytes, Limit heapMaxBytes, Observation directBytes, String maxDirectMemorySize) {
            return new JvmMemory(
                    heapUsedBytes, heapMaxBytes, directBytes, directMax(maxDirectMemorySize, heapMaxBytes));
        }

        // Returns the limit of direct buffers: without a number of its own it follows the heap.
        private static Limit directMax(String maxDirectMemorySize, Limit heapMaxBytes) {
            long flag = ProcFiles.number(maxDirectMemorySize);
            return flag == 0 ? heapMaxBytes : Limit.ofNegativeNotSeen(flag);
        }
    }
}
