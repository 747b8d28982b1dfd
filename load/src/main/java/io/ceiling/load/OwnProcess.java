package io.ceiling.load;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.UnixOperatingSystemMXBean;
import io.ceiling.load.report.AgentProcess;
import io.ceiling.load.report.Usage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads what this process uses and may use. */
final class OwnProcess {

    private static final long UNKNOWN = -1;
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long BYTES_PER_KIB = 1024;
    private static final Path STATUS = Path.of("/proc/self/status");

    /** What takes a walk through /proc: milliseconds with ten thousands of descriptors, too long for each poll. */
    private record Walked(@Nullable Long rssBytes, long openDescriptors, long readAtNanos) {}

    private static final long WALK_PERIOD_NANOS = 200_000_000;
    private static volatile @Nullable Walked lastWalk;

    private OwnProcess() {}

    /**
     * Returns what is used now; resident set and open descriptors are at most 0.2 s old. Thread-safe.
     *
     * @param longestPauseNanos for how long this process was kept from running at most
     */
    static AgentProcess now(long longestPauseNanos) {
        MemoryUsage heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
        long gcMillis = ManagementFactory.getGarbageCollectorMXBeans().stream()
                .mapToLong(GarbageCollectorMXBean::getCollectionTime)
                .sum();
        Walked walked = walked();
        return new AgentProcess(
                ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime(),
                gcMillis * NANOS_PER_MILLI,
                Usage.of(heap.getUsed(), heap.getMax()),
                Usage.of(walked.openDescriptors(), maxDescriptorsNow()),
                walked.rssBytes(),
                longestPauseNanos);
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

    /** Returns the resident set from the process' status file, whose lines read {@code VmRSS:     12345 kB}; null if it is not told. */
    private static @Nullable Long rssBytesNow() {
        try (Stream<String> lines = Files.lines(STATUS)) {
            return lines.filter(line -> line.startsWith("VmRSS:"))
                    .map(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) * BYTES_PER_KIB)
                    .findFirst()
                    .orElse(null);
        } catch (IOException | UncheckedIOException e) {
            return null;
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
