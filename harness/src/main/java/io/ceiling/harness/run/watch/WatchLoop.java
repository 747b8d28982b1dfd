package io.ceiling.harness.run.watch;

import io.ceiling.harness.model.Evidence;
import io.ceiling.harness.model.MetLimit;
import io.ceiling.harness.model.ToolReading;
import io.ceiling.harness.model.WatchSample;
import io.ceiling.harness.probe.ToolProbe;
import io.ceiling.harness.report.console.WatchTable;
import io.ceiling.harness.verdict.MetLimits;
import io.ceiling.harness.verdict.NearestLimit;
import io.ceiling.harness.verdict.WatchAnalyst;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Reads server, host and tool once a period while the tool runs, and tells of each limit when it is met and when it is
 * over.
 *
 * <p>A reading must not be a load of its own: it takes at most a twentieth of one processor, and comes later than the
 * period says if it costs more. Not thread-safe.
 */
final class WatchLoop {

    /** Time that processor shares and the listen queue are judged over. */
    private static final long WINDOW_NANOS = Duration.ofMillis(2500).toNanos();
    /** Time between two looks at the tool, so that its end is not noticed a period late. */
    private static final long LOOK_NANOS = Duration.ofMillis(10).toNanos();

    private static final int COST_PARTS = 20;
    private static final long LONGEST_PAUSE_NANOS = Duration.ofSeconds(2).toNanos();

    private final WatchedServer server;
    private final ToolProcess tool;
    private final ToolProbe toolProbe;
    private final Duration every;
    private final Consumer<WatchSample> toCsv;
    private final Deque<WatchSample> window = new ArrayDeque<>();
    private final MetLimits limits = new MetLimits();
    private final List<Long> costNanos = new ArrayList<>();
    private Optional<NearestLimit> nearest = Optional.empty();
    private long mostConnections;

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
     * @param limits limits that were met, those of the tool first
     * @param nearest nearest limit; empty if nothing with a limit was seen
     * @param cost what the readings cost
     */
    record Outcome(long durationNanos, List<MetLimit> limits, Optional<NearestLimit> nearest, Cost cost) {}

    /**
     * The cost of the readings.
     *
     * @param readings number of readings
     * @param medianNanos processor time that one takes, the median, in ns
     * @param mostConnections largest number of connections at a reading
     */
    record Cost(int readings, long medianNanos, long mostConnections) {}

    /** Blocks until the tool has ended. */
    Outcome run() throws InterruptedException {
        long start = System.nanoTime();
        long next = start;
        while (tool.isRunning()) {
            if (System.nanoTime() >= next) {
                long begin = System.nanoTime();
                long used = cpuNanos();
                read(begin - start);
                long cost = cpuNanos() - used;
                costNanos.add(cost);
                next = begin + pause(cost);
            }
            TimeUnit.NANOSECONDS.sleep(LOOK_NANOS);
        }
        return new Outcome(System.nanoTime() - start, limits.all(), nearest, cost());
    }

    /** The first readings run code that is not compiled yet: the cheaper one of the last two counts. */
    private long pause(long cost) {
        long before = costNanos.size() < 2 ? 0 : costNanos.get(costNanos.size() - 2);
        return Math.max(every.toNanos(), Math.min(LONGEST_PAUSE_NANOS, COST_PARTS * Math.min(cost, before)));
    }

    private static long cpuNanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private void read(long elapsedNanos) {
        ToolReading reading = toolProbe.reading();
        if (reading.processes() == 0) {
            // It has just ended: what is read now is not its load.
            return;
        }
        WatchSample sample = server.sample(elapsedNanos, reading);
        toCsv.accept(sample);
        keep(sample);
        Evidence.ServerProcess process = server.process();
        MetLimits.Changes changes = limits.after(
                elapsedNanos,
                WatchAnalyst.met(server.watched(), List.copyOf(window), process),
                sample.sockets().unserved());
        changes.begun().forEach(limit -> tool.output().println(WatchTable.begun(limit)));
        changes.ended().forEach(limit -> tool.output().println(WatchTable.ended(limit, elapsedNanos)));
    }

    private void keep(WatchSample sample) {
        window.addLast(sample);
        while (window.size() > 2 && sample.elapsedNanos() - window.getFirst().elapsedNanos() > WINDOW_NANOS) {
            window.removeFirst();
        }
        nearest = NearestLimit.nearer(nearest, sample, server.watched().limits().localPorts());
        mostConnections = Math.max(mostConnections, sample.sockets().connections());
    }

    private Cost cost() {
        List<Long> sorted = costNanos.stream().sorted().toList();
        return new Cost(sorted.size(), sorted.isEmpty() ? 0 : sorted.get(sorted.size() / 2), mostConnections);
    }
}
