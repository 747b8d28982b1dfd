package io.ceiling.load;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;

/** What this process uses and may use; -1 where it cannot be told. */
record ProcessReading(
        long pid,
        long cpuNanos,
        long gcNanos,
        long heapUsedBytes,
        long heapMaxBytes,
        long openDescriptors,
        long maxDescriptors) {

    private static final long UNKNOWN = -1;
    private static final long NANOS_PER_MILLI = 1_000_000;

    static ProcessReading now() {
        MemoryUsage heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
        long gcMillis = ManagementFactory.getGarbageCollectorMXBeans().stream()
                .mapToLong(GarbageCollectorMXBean::getCollectionTime)
                .sum();
        return new ProcessReading(
                ProcessHandle.current().pid(),
                ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime(),
                gcMillis * NANOS_PER_MILLI,
                heap.getUsed(),
                heap.getMax(),
                openDescriptorsNow(),
                maxDescriptorsNow());
    }

    private static long openDescriptorsNow() {
        try {
            return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                    ? unix.getOpenFileDescriptorCount()
                    : UNKNOWN;
        } catch (InternalError e) {
            // Counting means to open a directory, for which no descriptor is left: so all of them are open.
            return maxDescriptorsNow();
        }
    }

    private static long maxDescriptorsNow() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                ? unix.getMaxFileDescriptorCount()
                : UNKNOWN;
    }
}
