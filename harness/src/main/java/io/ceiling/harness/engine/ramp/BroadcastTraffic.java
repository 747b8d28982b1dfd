package io.ceiling.harness.engine.ramp;

import io.ceiling.harness.engine.control.Publisher;
import io.ceiling.harness.engine.control.PublisherException;
import io.ceiling.harness.engine.session.RunClock;
import io.ceiling.harness.engine.session.RunInterruptedException;
import io.ceiling.harness.engine.session.StallDetector;
import io.ceiling.harness.fleet.Fleet;
import io.ceiling.harness.reading.ChannelGauges;
import io.ceiling.harness.reading.LoadReading;
import io.ceiling.harness.reading.LongestPauses;
import io.ceiling.harness.result.Deliveries;
import io.ceiling.harness.result.OutboxCounts;
import io.ceiling.harness.result.PublishedMessages;
import io.ceiling.harness.scenario.Publishing;
import io.ceiling.harness.scenario.RampSettings;
import io.ceiling.load.report.AgentProcess;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The traffic of workloads that subscribe: the server publishes for a fixed time, then the last messages are awaited
 * and every message is accounted for.
 *
 * <p>The first step in each server has many more members than the warm-up had. Therefore the rate is first raised to
 * its level. Then the server publishes rounds at that level that do not count: one if it is fast enough, otherwise more
 * until they get no faster.
 */
final class BroadcastTraffic implements StepTraffic {

    private static final Duration WARM_UP = Duration.ofSeconds(1);
    // Bound on the rounds before the first step: where two processors compile and serve, a JVM has needed up to 20 s.
    private static final int MAX_WARM_UPS = 30;
    // The server counts as warm after this many successive rounds that were not faster by FASTER; the compilers need
    // some rounds to finish a stage.
    private static final int MAX_IN_VAIN = 5;

    private static final double FASTER = 0.8;

    // Longest wait for outstanding messages after the last one is published, unless the SLO is longer. A bound is
    // needed because a server that delivers a message now and then never stalls.
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);

    private final Fleet fleet;
    private final RampSettings ramp;
    private final Publisher publisher;
    private final Consumer<LoadReading> readings;
    private final RunClock clock;
    private boolean warm;

    /**
     * Creates the traffic of one server.
     *
     * @param readings receives every reading
     */
    BroadcastTraffic(
            Fleet fleet, RampSettings ramp, Publisher publisher, Consumer<LoadReading> readings, RunClock clock) {
        this.fleet = fleet;
        this.ramp = ramp;
        this.publisher = publisher;
        this.readings = readings;
        this.clock = clock;
    }

    /** Returns the same traffic without a receiver of readings. */
    BroadcastTraffic unseen() {
        return new BroadcastTraffic(fleet, ramp, publisher, counts -> {}, clock);
    }

    @Override
    public TrafficOutcome run(int step, Predicate<LoadReading> broken) {
        try {
            if (!warm) {
                TrafficOutcome warmUp = warmUp(step, broken);
                if (!warmUp.completed()) {
                    return new TrafficOutcome(
                            false,
                            warmUp.problem().or(() -> Optional.of("broken off while the rate was raised")),
                            warmUp.deliveries());
                }
                warm = true;
            }
            return publish(step, ramp.publishing(), ramp.publishing().time(), broken);
        } catch (PublisherException e) {
            return new TrafficOutcome(false, Optional.of(String.valueOf(e.getMessage())), Optional.empty());
        } catch (InterruptedException e) {
            throw new RunInterruptedException();
        }
    }

    private TrafficOutcome warmUp(int step, Predicate<LoadReading> broken) throws InterruptedException {
        RaisedPublishing raised = new RaisedPublishing(this, ramp.publishing());
        TrafficOutcome outcome = raised.once(broken);
        while (outcome.completed() && raised.isBelowFull()) {
            outcome = raised.once(broken);
        }
        if (!outcome.completed()) {
            return outcome;
        }
        outcome = publish(step, ramp.publishing(), WARM_UP, broken);
        double best = p99Nanos(outcome);
        int inVain = 0;
        for (int round = 1;
                round < MAX_WARM_UPS
                        && outcome.completed()
                        && inVain < MAX_IN_VAIN
                        // A cold server is slow but loses no messages; more rounds would not help.
                        && outcome.deliveries().map(Deliveries::lost).orElse(0L) == 0
                        && p99Nanos(outcome) > ramp.publishing().p99().toNanos();
                round++) {
            outcome = publish(step, ramp.publishing(), WARM_UP, broken);
            boolean faster = p99Nanos(outcome) < FASTER * best;
            best = Math.min(best, p99Nanos(outcome));
            inVain = faster ? 0 : inVain + 1;
        }
        return outcome;
    }

    static double p99Nanos(TrafficOutcome outcome) {
        return outcome.deliveries()
                .map(deliveries -> (double) deliveries.times().response().p99Nanos())
                .orElse(0.0);
    }

    /**
     * Makes the server publish for that time, and blocks until all messages on their way have arrived or are given up.
     */
    TrafficOutcome publish(int step, Publishing publishing, Duration time, Predicate<LoadReading> broken)
            throws InterruptedException {
        fleet.forgetDeliveries();
        ChannelGauges gaugesBefore = publisher.gauges();
        LoadReading before = fleet.counts();
        long start = clock.nanoTime();
        // Every server publishes to its own subscribers, who are spread evenly.
        int identifiers = (int) Math.max(
                1, Math.min(publishing.identifiers(), before.connections().alive() / fleet.servers()));
        publisher.start(publishing, identifiers, step);
        PauseObserver watch = new PauseObserver(broken);
        boolean unharmed = true;
        while (unharmed && clock.nanoTime() - start < time.toNanos()) {
            unharmed = watch.unbroken();
            clock.rest(fleet.size());
        }
        Publisher.PublishedCount published = publisher.stop();
        long due = OutboxCounts.between(gaugesBefore, publisher.gauges()).due();
        StallDetector messages = new StallDetector(clock, ramp.stallTimeout());
        long over = clock.nanoTime()
                + Math.max(LONGEST_WAIT.toNanos(), publishing.p99().toNanos());
        while (unharmed) {
            LoadReading counts = watch.read();
            OutboxCounts soFar = OutboxCounts.between(gaugesBefore, publisher.gauges());
            long received = counts.channels().since(before.channels()).messages();
            if (messages.isStalled(received) || received >= due - soFar.dropped() || clock.nanoTime() - over > 0) {
                break;
            }
            unharmed = !broken.test(counts);
            clock.rest(fleet.size());
        }
        long end = messages.lastChangeNanos();
        LoadReading after = fleet.reading();
        AgentProcess used = after.process().since(before.process());
        return new TrafficOutcome(
                unharmed,
                Optional.empty(),
                Optional.of(new Deliveries(
                        new PublishedMessages(
                                publishing.perSecond(),
                                published.messages(),
                                published.late(),
                                published.durationNanos()),
                        OutboxCounts.between(gaugesBefore, publisher.gauges()),
                        after.channels().since(before.channels()),
                        after.times().deliveries(),
                        end - start,
                        after.connections().slowAlive() + after.connections().slowClosed(),
                        (double) used.cpuNanos() / (clock.nanoTime() - start) / fleet.size(),
                        watch.pauses.withAgentPause(used.longestPauseNanos()))));
    }

    // Reads the load and the server together, and keeps the longest pauses.
    private final class PauseObserver {

        private final Predicate<LoadReading> broken;
        private LongestPauses pauses = LongestPauses.NONE;

        PauseObserver(Predicate<LoadReading> broken) {
            this.broken = broken;
        }

        boolean unbroken() {
            return !broken.test(read());
        }

        LoadReading read() {
            LoadReading counts = fleet.counts();
            readings.accept(counts);
            pauses = pauses.withServerPause(publisher.gauges().longestPauseNanos());
            return counts;
        }
    }
}
