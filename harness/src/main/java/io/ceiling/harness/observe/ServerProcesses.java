package io.ceiling.harness.observe;

import io.ceiling.container.Limit;
import io.ceiling.harness.os.ProcFiles;
import io.ceiling.harness.os.ProcessReader;
import io.ceiling.harness.os.ServerTree;
import io.ceiling.harness.os.ThreadTimes;
import io.ceiling.harness.os.TreeCpu;
import io.ceiling.harness.reading.BusiestThread;
import io.ceiling.harness.reading.DutyCycle;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.ServerReading;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;

/**
 * Reads the processes that are one server: a single one, or a parent with the workers among which connections are divided,
 * which come and go.
 *
 * <p>Thread-safe. Memory, processor time and threads are sums; the descriptors are those of the process that comes nearest to its
 * limit, since each has the limit for itself. The processor time of a worker that is gone still counts, the rest does not. All figures
 * are -1 if the parent is not seen. Workers are searched for and limits are read once a second, less often if that takes more
 * than its share of the time in between.
 */
public final class ServerProcesses {

    private static final long MIN_PAUSE_NANOS = 1_000_000_000;

    // Share of the time of the busiest thread from which another one is as busy, since time comes in ticks.
    private static final double AS_BUSY = 0.9;

    private final ProcessReader parent;
    private final Supplier<List<Long>> search;
    private final LongSupplier nanoTime;
    private final Map<Long, ProcessEntry> all = new LinkedHashMap<>();
    private final TreeCpu cpu = new TreeCpu();
    private Observation busiest = Observation.NOT_SEEN;
    private boolean searched;
    private long searchedAtNanos;
    private long pauseNanos;
    private DutyCycle share = DutyCycle.HUNDREDTH;

    private record ProcessEntry(
            ProcessReader reader, ThreadTimes threads, String name, String program, Limit maxDescriptors) {

        private ProcessEntry(ProcessReader reader) {
            this(reader, reader.threadTimes(), reader.name(), reader.program(), reader.maxDescriptors());
        }

        private ProcessEntry withLimitsOfNow() {
            return new ProcessEntry(reader, threads, name, program, reader.maxDescriptors());
        }
    }

    /**
     * The processes of a server that run now.
     *
     * @param status threads and resident memory; pages that several processes share count for each of them
     * @param workers processes besides the parent that run the same program, and have not ended
     */
    record Running(ProcessReader.Status status, List<ServerReading.Worker> workers) {}

    /**
     * Creates a reader.
     *
     * @param search returns the workers that run now, and may return the parent
     */
    ServerProcesses(ProcessReader parent, Supplier<List<Long>> search, LongSupplier nanoTime) {
        this.parent = parent;
        this.search = search;
        this.nanoTime = nanoTime;
        this.all.put(parent.pid(), new ProcessEntry(parent));
    }

    static ServerProcesses of(ProcessReader process) {
        return new ServerProcesses(process, List::of, System::nanoTime);
    }

    /** Returns the process with those that it, and they in turn, have started. */
    static ServerProcesses withWorkers(long pid) {
        return withWorkers(List.of(pid));
    }

    /** Returns these processes, at least one, with those that they, and these in turn, have started. */
    public static ServerProcesses withWorkers(List<Long> roots) {
        return new ServerProcesses(
                new ProcessReader(roots.get(0)),
                () -> ServerTree.parents(Path.of("/proc")).withDescendants(roots),
                System::nanoTime);
    }

    /** Reads workers and threads more rarely from now on, because the server has production load. */
    synchronized void readLessOften() {
        share = DutyCycle.THOUSANDTH;
    }

    private List<ProcessEntry> members() {
        long now = nanoTime.getAsLong();
        if (!searched || now - searchedAtNanos >= pauseNanos) {
            List<Long> running = search.get();
            all.keySet().removeIf(pid -> pid != parent.pid() && !running.contains(pid));
            all.replaceAll((pid, one) -> one.withLimitsOfNow());
            running.forEach(pid -> all.computeIfAbsent(pid, worker -> new ProcessEntry(new ProcessReader(worker))));
            searched = true;
            searchedAtNanos = now;
            pauseNanos = share.nanos(MIN_PAUSE_NANOS, nanoTime.getAsLong() - now);
        }
        return List.copyOf(all.values());
    }

    /** Returns the numbers of its processes; none if the parent is not seen. */
    synchronized List<Long> pids() {
        return parent.pid() < 0
                ? List.of()
                : members().stream().map(one -> one.reader().pid()).toList();
    }

    /** Returns the number of processes that run, at least one. */
    synchronized int count() {
        return members().size();
    }

    /** Returns threads, resident memory and workers. */
    synchronized Running running() {
        List<ProcessReader.Status> each = new ArrayList<>();
        List<ServerReading.Worker> workers = new ArrayList<>();
        List<ProcessEntry> members = members();
        // The parent is the first.
        String program = members.get(0).program();
        for (ProcessEntry one : members) {
            ProcessReader.Status status = one.reader().status();
            each.add(status);
            // A process that has ended has no memory, even if its parent has not reaped it yet.
            if (one.reader() != parent
                    && status.rssBytes() > 0
                    && !program.isEmpty()
                    && one.program().equals(program)) {
                workers.add(new ServerReading.Worker(one.reader().pid(), one.name()));
            }
        }
        return new Running(
                new ProcessReader.Status(
                        (int) sum(each.stream().mapToLong(ProcessReader.Status::threads)),
                        sum(each.stream().mapToLong(ProcessReader.Status::rssBytes))),
                workers);
    }

    /** Returns threads and resident memory. */
    ProcessReader.Status status() {
        return running().status();
    }

    /** Returns the proportional set in bytes: pages that several processes share count once. */
    synchronized long pssBytes() {
        return sum(ProcessReader::pssBytes);
    }

    /** Returns the processor time of all that ever were one of its processes, in ns. */
    synchronized long cpuNanos() {
        Map<Long, TreeCpu.ProcessTimes> times = new HashMap<>();
        for (ProcessEntry one : members()) {
            TreeCpu.ProcessTimes seen = one.reader().times();
            if (seen.own() >= 0) {
                times.put(one.reader().pid(), seen);
            }
        }
        return times.containsKey(parent.pid()) ? cpu.total(times) : ProcFiles.UNSEEN;
    }

    /** Returns how many pages were waited for, since the kernel read them from disk. */
    synchronized Observation majorFaults() {
        return Observation.ofNegativeNotSeen(sum(reader -> reader.majorFaults().orElse(ProcFiles.UNSEEN)));
    }

    /**
     * Returns the descriptors of the process that comes nearest to its limit; of several processes the result names
     * it.
     */
    synchronized ServerReading.ProcessDescriptors descriptors() {
        List<ProcessEntry> members = members();
        ProcessEntry fullest = members.get(0);
        long open = ProcFiles.UNSEEN;
        double most = -1;
        for (ProcessEntry one : members) {
            long ofOne = one.reader().openDescriptors();
            double share = share(ofOne, one.maxDescriptors());
            if (share > most) {
                fullest = one;
                open = ofOne;
                most = share;
            }
        }
        return new ServerReading.ProcessDescriptors(
                Observation.ofNegativeNotSeen(open),
                open < 0 ? Limit.NOT_SEEN : fullest.maxDescriptors(),
                members.size() == 1
                        ? ""
                        : "process %d (%s), the fullest of %d"
                                .formatted(fullest.reader().pid(), fullest.name(), members.size()));
    }

    // Returns a share that is larger for more descriptors even without a limit; -1 if they are not seen.
    private static double share(long open, Limit most) {
        return open < 0 ? -1 : (double) open / most.orElse(Integer.MAX_VALUE);
    }

    /**
     * Returns the busiest thread of all, as {@link ThreadTimes#busiest}; of several processes its name says which. Of workers
     * that are equally busy it is the same one each time.
     */
    public synchronized BusiestThread busiestThread(int count) {
        BusiestThread best = BusiestThread.NOT_SEEN;
        BusiestThread same = BusiestThread.NOT_SEEN;
        List<ProcessEntry> members = members();
        for (ProcessEntry one : members) {
            BusiestThread thread = one.threads().busiest(count, share);
            if (thread.cpuNanos().isAtLeast(best.cpuNanos().orElse(-1) + 1)) {
                best = members.size() == 1
                        ? thread
                        : thread.withProcess("process " + one.reader().pid());
            }
            if (thread.id().isSeen() && thread.id().equals(busiest)) {
                same = members.size() == 1
                        ? thread
                        : thread.withProcess("process " + one.reader().pid());
            }
        }
        boolean stays = same.cpuNanos().isSeen()
                && same.cpuNanos().orElse(0) >= AS_BUSY * best.cpuNanos().orElse(0);
        BusiestThread found = stays ? same : best;
        busiest = found.id().isSeen() ? found.id() : busiest;
        return found;
    }

    private long sum(ToLongFunction<ProcessReader> figure) {
        return sum(members().stream().map(ProcessEntry::reader).mapToLong(figure));
    }

    private static long sum(LongStream figures) {
        long[] each = figures.toArray();
        return each[0] < 0
                ? ProcFiles.UNSEEN
                : LongStream.of(each).filter(figure -> figure > 0).sum();
    }

    /** Returns the process that was started first, which has the settings of all. */
    ProcessReader parent() {
        return parent;
    }
}
