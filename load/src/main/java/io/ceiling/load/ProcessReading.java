package io.ceiling.load;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What this process uses and may use; -1 where it cannot be told. */
record ProcessReading(
        long pid,
        long cpuNanos,
        long gcNanos,
        long heapUsedBytes,
        long heapMaxBytes,
        long rssBytes,
        long openDescriptors,
        long maxDescriptors) {

    private static final long UNKNOWN = -1;
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long BYTES_PER_KIB = 1024;
    private static final Path STATUS = Path.of("/proc/self/status");

    /** What takes a walk through /proc: milliseconds with ten thousands of descriptors, too long for each poll. */
    private record Walked(long rssBytes, long openDescriptors, long readAtNanos) {}

    private static final long WALK_PERIOD_NANOS = 200_000_000;
    private static volatile @Nullable Walked lastWalk;

    /** Thread-safe; resident set and open descriptors are at most 0.2 s old. */
    static ProcessReading now() {
        MemoryUsage heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
        long gcMillis = ManagementFactory.getGarbageCollectorMXBeans().stream()
                .mapToLong(GarbageCollectorMXBean::getCollectionTime)
                .sum();
        Walked walked = walked();
        return new ProcessReading(
                ProcessHandle.current().pid(),
                ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime(),
                gcMillis * NANOS_PER_MILLI,
                heap.getUsed(),
                heap.getMax(),
                walked.rssBytes(),
                walked.openDescriptors(),
                maxDescriptorsNow());
    }

    private static Walked walked() {
        Walked last = lastWalk;
        if (last != null && System.nanoTime() - last.readAtNanos() < WALK_PERIOD_NANOS) {
            return last;
        }
        Walked walk = new Walked(rssBytesNow(), openDescriptorsNow(), System.nanoTime());
        lastWalk = walk;
        return walk;
    }

    /** Of the process' status file, whose lines read {@code VmRSS:     12345 kB}. */
    private static long rssBytesNow() {
        try (Stream<String> lines = Files.lines(STATUS)) {
            return lines.filter(line -> line.startsWith("VmRSS:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) * BYTES_PER_KIB)
                    .findFirst()
                    .orElse(UNKNOWN);
        } catch (IOException | UncheckedIOException e) {
            return UNKNOWN;
        }
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
