package io.ceiling.aftermath;

import io.ceiling.container.Limit;
import io.ceiling.harness.engine.ramp.LoadedServer;
import io.ceiling.harness.engine.ramp.StepTraffic;
import io.ceiling.harness.engine.session.RunClock;
import io.ceiling.harness.engine.session.ScenarioNotRunException;
import io.ceiling.harness.fleet.Fleet;
import io.ceiling.harness.observe.ListenQueueProbe;
import io.ceiling.harness.reading.HostReading;
import io.ceiling.harness.reading.LoadReading;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.reading.Seen;
import io.ceiling.harness.reading.ServerReading.ListenQueue;
import io.ceiling.harness.result.Step;
import io.ceiling.harness.scenario.RampSettings;
import io.ceiling.load.report.Histograms;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.HdrHistogram.Histogram;

/**
 * Makes one storm: holds connections, drops all of them at once, and lets as many come back within a time.
 *
 * <p>Resolution: 2 ms for the listen queue, 10 ms for the counts of the load agents.
 */
record StormRun(LoadedServer server, Optional<ListenQueueProbe> queue) {

    // Time after the last start: TCP retransmits an unanswered SYN five times or more in it.
    private static final Duration PATIENCE = Duration.ofSeconds(35);

    private static final long LOOK_NANOS = 10_000_000;

    // A connect on a local network that takes this long has lost its first SYN, or the load agent was late.
    private static final long SLOW_CONNECT_NANOS = 900_000_000;

    private static final double NANOS_PER_SECOND = 1e9;
    private static final double AT_ONCE_PER_SECOND = 1e9;
    private static final double MOST = 0.99;

    /**
     * Makes the storm. Blocks until all are served, or the patience is over.
     *
     * @param within time within which the connections come back; zero for all at once
     * @throws ScenarioNotRunException if the server does not hold the connections in the first place
     */
    Storm run(int connections, Duration within) {
        Fleet fleet = server.fleet();
        RunClock clock = server.clock();
        RampSettings patient = server.ramp().patient(PATIENCE.plus(within)).toBuilder()
                .hold(Duration.ZERO)
                .build();
        server.prepare(patient);
        Step held = server.step(1, connections, patient, StepTraffic.NONE);
        if (!held.passed()) {
            throw new ScenarioNotRunException(
                    "%d connections could not be held before the storm: %s".formatted(connections, held.failure()));
        }
        Limit acceptCount = server.session().listenQueue();
        fleet.forgetTimes();
        LoadReading countsBefore = fleet.counts();
        Sample before = server.session().recorder().now(countsBefore);
        StormObserver watch = new StormObserver(connections, countsBefore);
        long drop = clock.nanoTime();
        fleet.trim(0);
        double perSecond = within.isZero() ? AT_ONCE_PER_SECOND : connections * NANOS_PER_SECOND / within.toNanos();
        fleet.open(connections, perSecond);
        watch.until(drop, PATIENCE.plus(within));
        LoadReading after = fleet.reading();
        Sample end = server.session().recorder().now(after);
        Storm.Served served = new Storm.Served(
                watch.served,
                watch.failed,
                slowConnects(),
                new Storm.Since(watch.half, watch.most, watch.all),
                after.times().firstAnswer());
        Seen synRetransmits =
                rise(before, end, reading -> reading.listenQueues().synRetransmits());
        return new Storm(
                acceptCount,
                connections,
                within,
                served,
                new Storm.Queue(
                        rise(before, end, HostReading::listenOverflows),
                        rise(before, end, HostReading::listenDrops),
                        synRetransmits,
                        watch.highWater,
                        queue.map(ListenQueueProbe::reading)
                                .map(ListenQueue::backlog)
                                .orElse(Limit.NOT_SEEN)),
                StormJudge.failure(
                        connections, served, synRetransmits, server.ramp().slo()));
    }

    private static Seen rise(Sample before, Sample after, Function<HostReading, Seen> counter) {
        return counter.apply(after.host()).since(counter.apply(before.host()));
    }

    private long slowConnects() {
        Histogram connects = Histograms.merge(server.fleet().histograms().getOrDefault("connect", List.of()));
        return connects.getTotalCount() == 0
                ? 0
                : connects.getCountBetweenValues(SLOW_CONNECT_NANOS, Histograms.HIGHEST_NANOS);
    }

    // The course of a storm.
    private final class StormObserver {

        private final int connections;
        private final LoadReading before;
        private final RunClock clock = server.clock();
        private long served;
        private long failed;
        private Seen half = Seen.NOT;
        private Seen most = Seen.NOT;
        private Seen all = Seen.NOT;
        private Seen highWater = Seen.NOT;

        StormObserver(int connections, LoadReading before) {
            this.connections = connections;
            this.before = before;
        }

        void until(long drop, Duration patience) {
            long nextLook = drop;
            while (served + failed < connections
                    && clock.nanoTime() - drop < patience.toNanos()
                    && !server.mustStop()) {
                queue.map(ListenQueueProbe::reading).map(ListenQueue::waiting).ifPresent(this::queued);
                if (clock.nanoTime() - nextLook >= 0) {
                    look(server.fleet().counts(), drop);
                    nextLook = clock.nanoTime() + LOOK_NANOS;
                }
                clock.pause();
            }
        }

        private void queued(Seen now) {
            if (now.isSeen() && !highWater.isAtLeast(now.orElse(0))) {
                highWater = now;
            }
        }

        private void look(LoadReading counts, long drop) {
            Seen now = Seen.of(clock.nanoTime() - drop);
            served = counts.connections().served() - before.connections().served();
            failed = counts.failures().total() - before.failures().total();
            half = reached(half, 0.5, now);
            most = reached(most, MOST, now);
            all = reached(all, 1, now);
        }

        private Seen reached(Seen earlier, double share, Seen now) {
            return !earlier.isSeen() && served >= Math.ceil(share * connections) ? now : earlier;
        }
    }
}
