package io.ceiling.watch;

import com.sun.management.OperatingSystemMXBean;
import io.ceiling.harness.engine.session.ThreadPlaces;
import io.ceiling.harness.os.ProcessReader;
import io.ceiling.harness.reading.ToolReading;
import io.ceiling.harness.result.Evidence;
import io.ceiling.watch.verdict.MetLimit;
import io.ceiling.watch.verdict.MetLimits;
import io.ceiling.watch.verdict.Moment;
import io.ceiling.watch.verdict.NearestLimit;
import io.ceiling.watch.verdict.WatchAnalyst;
import io.ceiling.watch.verdict.WatchBudget;
import io.ceiling.watch.verdict.WatchedRun;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Reads server, host and tool once a period while the tool runs, and prints each limit when it is met and when it is
 * over. {@link WatchBudget} keeps the readings from being a load. Not thread-safe.
 */
final class WatchLoop {

    // Time window for processor shares and the listen queue.
    private static final long WINDOW_NANOS = Duration.ofMillis(2500).toNanos();

    // Requests are in flight for this time before threads are observed: the server starts its threads first.
    private static final long SETTLING_NANOS = Duration.ofMillis(800).toNanos();

    private static final long SNAPSHOT_INTERVAL_NANOS = Duration.ofSeconds(3).toNanos();
    private static final int MAX_SNAPSHOTS = 30;
    private static final int MIN_OUTSTANDING = 2;

    private final WatchedServer server;
    private final ToolProcess tool;
    private final ToolProbe toolProbe;
    private final Duration every;
    private final Consumer<WatchSample> toCsv;
    private final ObserverCpu cpu = new ObserverCpu();
    private final WatchBudget budget = new WatchBudget();
    private final Deque<WatchSample> window = new ArrayDeque<>();
    private final MetLimits limits = new MetLimits();
    private final Moments moments = new Moments();
    private final List<WatchedRun.ThreadsAtLoad> threadSnapshots = new ArrayList<>();
    private List<WatchSample> busiestWindow = List.of();
    private int readings;
    private Optional<NearestLimit> nearest = Optional.empty();
    private long mostConnections;
    private double inFlight;
    private long busySinceNanos = -1;
    // Processor time that the server spent on thread snapshots, in ns.
    private long serverCostNanos;

    /**
     * Creates a loop that has read nothing yet.
     *
     * @param every time between two readings
     * @param toCsv receives each reading
     */
    WatchLoop(WatchedServer server, ToolProcess tool, Duration every, Consumer<WatchSample> toCsv) {
        this.server = server;
        this.tool = tool;
        this.toolProbe = new ToolProbe(tool.pid());
        this.every = every;
        this.toCsv = toCsv;
    }

    /**
     * The outcome of a watch.
     *
     * @param durationNanos time for which the tool ran, in ns
     * @param limits limits that readings showed, those of the tool first
     * @param nearest nearest limit; empty if nothing with a limit was seen
     * @param cost what the readings cost
     * @param moments the load and what became of it
     * @param busiestWindow readings of the seconds in which most requests were outstanding
     * @param threadSnapshots where threads stood
     */
    record WatchResult(
            long durationNanos,
            List<MetLimit> limits,
            Optional<NearestLimit> nearest,
            ReadingCost cost,
            List<Moment> moments,
            List<WatchSample> busiestWindow,
            List<WatchedRun.ThreadsAtLoad> threadSnapshots) {}

    /**
     * The cost of the readings.
     *
     * @param readings number of readings
     * @param threadSnapshots number of looks at the threads of the server
     * @param nanos processor time of this process meanwhile, with that of the server for the looks, in ns
     * @param mostConnections largest number of connections at a reading
     */
    record ReadingCost(int readings, int threadSnapshots, long nanos, long mostConnections) {}

    /** Blocks until the tool has ended. */
    WatchResult run() throws InterruptedException {
        long start = System.nanoTime();
        long cpuBefore = cpu.nanos();
        long next = 0;
        while (tool.isRunning()) {
            long elapsed = System.nanoTime() - start;
            if (elapsed >= next && budget.allows(WatchBudget.ReadingKind.COUNTS, elapsed)) {
                long before = cpu.nanos();
                read(elapsed);
                budget.spend(WatchBudget.ReadingKind.COUNTS, cpu.nanos() - before);
                next = elapsed + every.toNanos();
            }
            if (isSnapshotDue(System.nanoTime() - start)) {
                takeThreadSnapshot(start);
            }
            long due = next - (System.nanoTime() - start);
            // A due reading that the budget does not allow must not be retried in a busy loop.
            tool.awaitEnd(due > 0 ? due : every.toNanos());
        }
        return new WatchResult(
                System.nanoTime() - start,
                limits.all(),
                nearest,
                new ReadingCost(
                        readings, threadSnapshots.size(), cpu.nanos() - cpuBefore + serverCostNanos, mostConnections),
                moments.all(),
                busiestWindow,
                List.copyOf(threadSnapshots));
    }

    private boolean isSnapshotDue(long elapsed) {
        boolean settled = busySinceNanos >= 0 && elapsed - busySinceNanos >= SETTLING_NANOS;
        boolean due = threadSnapshots.isEmpty()
                || elapsed - threadSnapshots.get(threadSnapshots.size() - 1).nanos() >= SNAPSHOT_INTERVAL_NANOS;
        return settled
                && due
                && threadSnapshots.size() < MAX_SNAPSHOTS
                && !server.isGone()
                && budget.allows(WatchBudget.ReadingKind.THREADS, elapsed);
    }

    // Observes the threads. The server's cost cannot be separated from its load; it is assumed to equal that of this
    // process.
    private void takeThreadSnapshot(long start) {
        long before = cpu.nanos();
        long begin = System.nanoTime();
        ThreadPlaces.ThreadSnapshot look = server.threads();
        threadSnapshots.add(new WatchedRun.ThreadsAtLoad(begin - start, inFlight, look.crowd(), look.pools()));
        long spent = cpu.nanos() - before;
        serverCostNanos += spent;
        budget.spend(WatchBudget.ReadingKind.THREADS, 2 * spent);
    }

    private void read(long elapsedNanos) {
        ToolReading reading = toolProbe.reading();
        if (reading.processes() == 0) {
            // It has just ended: what is read now is not its load.
            return;
        }
        readings++;
        WatchSample sample = server.sample(elapsedNanos, reading);
        toCsv.accept(sample);
        keep(sample);
        Evidence.ServerTraces process = threadSnapshots.isEmpty()
                        || !threadSnapshots.get(threadSnapshots.size() - 1).isAtLoad(inFlight)
                ? server.process()
                : server.process()
                        .with(threadSnapshots.get(threadSnapshots.size() - 1).pools());
        MetLimits.Changes changes = limits.update(
                elapsedNanos,
                WatchAnalyst.findLimits(server.watched(), List.copyOf(window), process),
                sample.sockets().unserved());
        changes.startedLimits().forEach(limit -> tool.output().println(WatchTable.startLine(limit)));
        changes.endedLimits().forEach(limit -> tool.output().println(WatchTable.endLine(limit, elapsedNanos)));
    }

    private void keep(WatchSample sample) {
        window.addLast(sample);
        while (window.size() > 2 && sample.elapsedNanos() - window.getFirst().elapsedNanos() > WINDOW_NANOS) {
            window.removeFirst();
        }
        if (moments.add(sample) || busiestWindow.size() < 2) {
            busiestWindow = List.copyOf(window);
        }
        // Where requests are not seen, as over TLS, each connection may have one.
        inFlight = moments.outstanding() < 0 ? sample.sockets().connections() : moments.outstanding();
        boolean busy = inFlight >= MIN_OUTSTANDING;
        busySinceNanos = !busy ? -1 : busySinceNanos < 0 ? sample.elapsedNanos() : busySinceNanos;
        nearest = NearestLimit.nearer(nearest, sample, server.watched().limits().localPorts());
        mostConnections = Math.max(mostConnections, sample.sockets().connections());
    }

    // Reads the processor time of this process, with all its threads and its compiler, and of the commands that it
    // started and that have ended. Thread-safe.
    private static final class ObserverCpu {

        private final ProcessReader own =
                new ProcessReader(ProcessHandle.current().pid());
        private final OperatingSystemMXBean process = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

        /** Returns the time in ns; it comes in ticks of the kernel. */
        long nanos() {
            return process.getProcessCpuTime() + Math.max(0, own.times().ended());
        }
    }

    // The moments of a run; when there are too many, every second one is removed. Not thread-safe.
    private static final class Moments {

        private static final int MAX = 4096;

        private final List<Moment> moments = new ArrayList<>();
        private double most = -1;
        private double last;

        /** Adds a reading, and returns true if no earlier one had more outstanding requests. */
        boolean add(WatchSample sample) {
            last = sample.exchanges().outstanding().orElse(-1);
            moments.add(new Moment(
                    sample.elapsedNanos(),
                    last,
                    sample.exchanges().answered().orElse(-1),
                    sample.sockets().unserved(),
                    sample.sample().server().cpuNanos().orElse(-1)));
            if (moments.size() > MAX) {
                for (int i = moments.size() - 2; i > 0; i -= 2) {
                    moments.remove(i);
                }
            }
            boolean fuller = last >= most;
            most = Math.max(most, last);
            return fuller;
        }

        /** Returns the requests that are outstanding now; negative if that is not seen. */
        double outstanding() {
            return last;
        }

        List<Moment> all() {
            return List.copyOf(moments);
        }
    }
}
