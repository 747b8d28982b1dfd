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
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.Sample;
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
    private static final double P99 = 0.99;

    /**
     * Makes the storm. Blocks until all are served, or the patience is over.
     *
     * @param reconnectTime time within which the connections come back; zero for all at once
     * @throws ScenarioNotRunException if the server does not hold the connections in the first place
     */
    Storm run(int connections, Duration reconnectTime) {
        Fleet fleet = server.fleet();
        RunClock clock = server.clock();
        RampSettings patient = server.ramp().withMinSlo(PATIENCE.plus(reconnectTime)).toBuilder()
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
        Sample before = server.session().recorder().sampleNow(countsBefore);
        StormObserver observer = new StormObserver(connections, countsBefore);
        long drop = clock.nanoTime();
        fleet.trim(0);
        double perSecond =
                reconnectTime.isZero() ? AT_ONCE_PER_SECOND : connections * NANOS_PER_SECOND / reconnectTime.toNanos();
        fleet.open(connections, perSecond);
        observer.observe(drop, PATIENCE.plus(reconnectTime));
        LoadReading after = fleet.reading();
        Sample end = server.session().recorder().sampleNow(after);
        Storm.Served served = new Storm.Served(
                observer.served,
                observer.failed,
                slowConnects(),
                new Storm.TimesSinceDrop(observer.halfServed, observer.p99Served, observer.allServed),
                after.times().firstAnswer());
        Observation synRetransmits =
                rise(before, end, reading -> reading.listenQueues().synRetransmits());
        return new Storm(
                acceptCount,
                connections,
                reconnectTime,
                served,
                new Storm.Queue(
                        rise(before, end, HostReading::listenOverflows),
                        rise(before, end, HostReading::listenDrops),
                        synRetransmits,
                        observer.highWater,
                        queue.map(ListenQueueProbe::reading)
                                .map(ListenQueue::backlog)
                                .orElse(Limit.NOT_SEEN)),
                StormJudge.failure(
                        connections, served, synRetransmits, server.ramp().slo()));
    }

    private static Observation rise(Sample before, Sample after, Function<HostReading, Observation> counter) {
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
        private Observation halfServed = Observation.NOT_SEEN;
        private Observation p99Served = Observation.NOT_SEEN;
        private Observation allServed = Observation.NOT_SEEN;
        private Observation highWater = Observation.NOT_SEEN;

        StormObserver(int connections, LoadReading before) {
            this.connections = connections;
            this.before = before;
        }

        void observe(long drop, Duration patience) {
            long nextLook = drop;
            while (served + failed < connections
                    && clock.nanoTime() - drop < patience.toNanos()
                    && !server.mustStop()) {
                queue.map(ListenQueueProbe::reading).map(ListenQueue::waiting).ifPresent(this::recordQueue);
                if (clock.nanoTime() - nextLook >= 0) {
                    readCounts(server.fleet().counts(), drop);
                    nextLook = clock.nanoTime() + LOOK_NANOS;
                }
                clock.pause();
            }
        }

        private void recordQueue(Observation now) {
            if (now.isSeen() && !highWater.isAtLeast(now.orElse(0))) {
                highWater = now;
            }
        }

        private void readCounts(LoadReading counts, long drop) {
            Observation now = Observation.of(clock.nanoTime() - drop);
            served = counts.connections().served() - before.connections().served();
            failed = counts.failures().total() - before.failures().total();
            halfServed = reached(halfServed, 0.5, now);
            p99Served = reached(p99Served, P99, now);
            allServed = reached(allServed, 1, now);
        }

        private Observation reached(Observation earlier, double share, Observation now) {
            return !earlier.isSeen() && served >= Math.ceil(share * connections) ? now : earlier;
        }
    }
}
