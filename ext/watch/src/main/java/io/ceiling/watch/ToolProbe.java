package io.ceiling.watch;

import io.ceiling.container.Limit;
import io.ceiling.harness.os.ProcessReader;
import io.ceiling.harness.os.ThreadTimes;
import io.ceiling.harness.reading.BusiestThread;
import io.ceiling.harness.reading.DutyCycle;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.ToolReading;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Reads the processes of a load tool from /proc: the one that was started and all that it started.
 *
 * <p>It searches the processes once a second, or less often if that costs too much: a search reads a file of each
 * process of the host. It misses a process that ends before the next search, or whose parent has ended. Not
 * thread-safe.
 */
public final class ToolProbe {

    private static final long SEARCH_NANOS = 1_000_000_000;
    // Most processes whose threads are read: each thread has its own file.
    private static final int MAX_THREAD_READERS = 8;

    private final Path proc;
    private final Supplier<List<Long>> tree;
    private final LongSupplier nanoTime;
    private final Map<Long, ProcessEntry> processes = new HashMap<>();
    private long endedCpuNanos;
    private long lastSearchNanos;
    private long pauseNanos;
    private boolean searched;

    /** Creates a probe of the process with that pid and its descendants. */
    public ToolProbe(long pid) {
        this(Path.of("/proc"), () -> tree(pid), System::nanoTime);
    }

    /**
     * Creates a probe.
     *
     * @param tree returns the processes of the tool that run now
     */
    ToolProbe(Path proc, Supplier<List<Long>> tree, LongSupplier nanoTime) {
        this.proc = proc;
        this.tree = tree;
        this.nanoTime = nanoTime;
    }

    private static List<Long> tree(long pid) {
        return ProcessHandle.of(pid).stream()
                .flatMap(root -> Stream.concat(Stream.of(root), root.descendants()))
                .filter(ProcessHandle::isAlive)
                .map(ProcessHandle::pid)
                .toList();
    }

    // A process of the tool; its program, and with it the name and the limits, may change after its start.
    private static final class ProcessEntry {
        private final ProcessReader reader;
        private final ThreadTimes threads;
        private long cpuNanos;

        private ProcessEntry(Path proc, long pid) {
            this.reader = new ProcessReader(proc, pid);
            this.threads = reader.threadTimes();
        }
    }

    /** Returns the reading of this moment; not seen once all processes have ended. */
    public ToolReading reading() {
        search();
        int running = 0;
        long rss = 0;
        long threads = 0;
        long processors = 0;
        ToolReading.Fullest fullest = ToolReading.Fullest.NOT_SEEN;
        BusiestThread busiest = BusiestThread.NOT_SEEN;
        for (ProcessEntry one : processes.values()) {
            ProcessReader.Status status = one.reader.status();
            if (status.threads() < 0) {
                continue;
            }
            running++;
            rss += Math.max(0, status.rssBytes());
            threads += status.threads();
            one.cpuNanos = Math.max(one.cpuNanos, one.reader.cpuNanos());
            processors = Math.max(processors, one.reader.allowedProcessors());
            fullest = fuller(fullest, fullest(one.reader));
            if (running <= MAX_THREAD_READERS) {
                busiest = busier(busiest, one.threads.busiest(status.threads(), DutyCycle.THOUSANDTH));
            }
        }
        if (running == 0) {
            return ToolReading.NOT_SEEN;
        }
        long cpu = endedCpuNanos
                + processes.values().stream().mapToLong(one -> one.cpuNanos).sum();
        return new ToolReading(
                running,
                fullest,
                Observation.of(cpu),
                Observation.of(rss),
                Observation.of(threads),
                processors > 0 ? Observation.of(processors) : Observation.NOT_SEEN,
                busiest);
    }

    private void search() {
        long now = nanoTime.getAsLong();
        if (searched && now - lastSearchNanos < pauseNanos) {
            return;
        }
        searched = true;
        lastSearchNanos = now;
        Set<Long> running = new HashSet<>(tree.get());
        pauseNanos = DutyCycle.THOUSANDTH.nanos(SEARCH_NANOS, nanoTime.getAsLong() - now);
        processes.entrySet().removeIf(entry -> {
            boolean ended = !running.contains(entry.getKey());
            endedCpuNanos += ended ? entry.getValue().cpuNanos : 0;
            return ended;
        });
        running.forEach(pid -> processes.computeIfAbsent(pid, id -> new ProcessEntry(proc, id)));
    }

    private static ToolReading.Fullest fullest(ProcessReader reader) {
        Limit limit = reader.maxDescriptors();
        return new ToolReading.Fullest(reader.name(), Observation.ofNegativeNotSeen(reader.openDescriptors()), limit);
    }

    private static ToolReading.Fullest fuller(ToolReading.Fullest one, ToolReading.Fullest other) {
        boolean better = other.share() > one.share()
                || (!one.openDescriptors().isSeen() && other.openDescriptors().isSeen());
        return better ? other : one;
    }

    private static BusiestThread busier(BusiestThread one, BusiestThread other) {
        return other.cores().orElse(-1) > one.cores().orElse(-1) ? other : one;
    }
}
