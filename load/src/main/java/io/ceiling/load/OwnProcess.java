package io.ceiling.load;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.UnixOperatingSystemMXBean;
import io.ceiling.load.report.AgentProcess;
import io.ceiling.load.report.LoopTimes;
import io.ceiling.load.report.Usage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.MemoryUsage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads what this process uses of processor time, memory and descriptors, and what it may use. */
final class OwnProcess {

    private static final long UNKNOWN = -1;
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long BYTES_PER_KIB = 1024;
    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String RESIDENT = "VmRSS:";

    // Looked up once: finding a bean takes longer than reading it, and each agent reports several times a second.
    private static final MemoryMXBean MEMORY = ManagementFactory.getMemoryMXBean();
    private static final List<GarbageCollectorMXBean> COLLECTORS = ManagementFactory.getGarbageCollectorMXBeans();
    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    // Readings from /proc. Older kernels do not count descriptors, and counting tens of thousands takes milliseconds,
    // too long for every report.
    private record ProcReadings(@Nullable Long rssBytes, long openDescriptors, long readAtNanos) {}

    private static final long WALK_PERIOD_NANOS = 200_000_000;
    private static volatile @Nullable ProcReadings lastReadings;

    private OwnProcess() {}

    /**
     * Returns the current readings; resident set and open descriptors are at most 0.2 s old. Thread-safe.
     *
     * @param pauses the times for which this process was kept from running
     * @param loops the times for which the event loops worked
     */
    static AgentProcess now(PauseDetector pauses, LoopTimes loops) {
        MemoryUsage heap = MEMORY.getHeapMemoryUsage();
        long gcMillis = COLLECTORS.stream()
                .mapToLong(GarbageCollectorMXBean::getCollectionTime)
                .sum();
        ProcReadings walked = procReadings();
        return new AgentProcess(
                SYSTEM.getProcessCpuTime(),
                gcMillis * NANOS_PER_MILLI,
                Usage.of(heap.getUsed(), heap.getMax()),
                Usage.of(walked.openDescriptors(), maxDescriptorsNow()),
                walked.rssBytes(),
                pauses.longestInTrafficNanos(),
                pauses.longestInStepNanos(),
                loops);
    }

    private static ProcReadings procReadings() {
        ProcReadings last = lastReadings;
        if (last != null && System.nanoTime() - last.readAtNanos() < WALK_PERIOD_NANOS) {
            return last;
        }
        ProcReadings walk = new ProcReadings(rssBytesNow(), openDescriptorsNow(), System.nanoTime());
        lastReadings = walk;
        return walk;
    }

    // Returns the resident set in bytes from the status file of the process, whose lines read VmRSS: 12345 kB; null
    // if the file has no such line.
    private static @Nullable Long rssBytesNow() {
        try (Stream<String> lines = Files.lines(STATUS)) {
            return lines.filter(line -> line.startsWith(RESIDENT))
                    .map(line -> line.substring(RESIDENT.length(), line.lastIndexOf(' '))
                            .strip())
                    .map(kibibytes -> Long.parseLong(kibibytes) * BYTES_PER_KIB)
                    .findFirst()
                    .orElse(null);
        } catch (IOException | UncheckedIOException e) {
            return null;
        }
    }

    private static long openDescriptorsNow() {
        try {
            // From Linux 6.2 on, the size of this folder is the number of its entries; before, it is 0.
            long counted = Files.size(DESCRIPTORS);
            if (counted > 0) {
                return counted;
            }
        } catch (IOException e) {
            // Not Linux.
        }
        try {
            return SYSTEM instanceof UnixOperatingSystemMXBean unix ? unix.getOpenFileDescriptorCount() : UNKNOWN;
        } catch (InternalError e) {
            // Counting opens a directory, which fails when no descriptor is left: so all of them are open.
            return maxDescriptorsNow();
        }
    }

    private static long maxDescriptorsNow() {
        return SYSTEM instanceof UnixOperatingSystemMXBean unix ? unix.getMaxFileDescriptorCount() : UNKNOWN;
    }
}
