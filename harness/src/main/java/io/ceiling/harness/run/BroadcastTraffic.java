package io.ceiling.harness.run;

import io.ceiling.harness.fleet.Fleet;
import io.ceiling.harness.model.ChannelGauges;
import io.ceiling.harness.model.ChannelReading;
import io.ceiling.harness.model.Deliveries;
import io.ceiling.harness.model.LoadReading;
import io.ceiling.harness.model.Publishing;
import io.ceiling.harness.model.RampSettings;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The server publishes for some time; then the last messages are waited for, and all are accounted for.
 *
 * <p>The first step in each server has many more members than its warm-up had: so before it the rate is raised to its level,
 * and what is published at the level is not counted either; once if that is fast enough, else until it gets no faster.
 */
final class BroadcastTraffic implements Traffic {

    private static final Duration WARM_UP = Duration.ofSeconds(1);
    /** Where two processors compile and serve, a JVM has needed up to 20 s. */
    private static final int MOST_WARM_UPS = 30;
    /** So many that are not faster by this much, and it is as warm as it gets; compilers need some to be done with a stage. */
    private static final int MOST_IN_VAIN = 5;

    private static final double FASTER = 0.8;

    /** For what has not come when the last message is published, if the objective allows no longer: a server that has one come now and then never stalls. */
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);

    private final Fleet fleet;
    private final RampSettings ramp;
    private final Publisher publisher;
    private final Consumer<LoadReading> looks;
    private final Waiting waiting;
    private boolean warm;

    /** @param looks receives every reading */
    BroadcastTraffic(
            Fleet fleet, RampSettings ramp, Publisher publisher, Consumer<LoadReading> looks, Waiting waiting) {
        this.fleet = fleet;
        this.ramp = ramp;
        this.publisher = publisher;
        this.looks = looks;
        this.waiting = waiting;
    }

    @Override
    public Outcome run(int step, Predicate<LoadReading> broken) {
        try {
            if (!warm) {
                Outcome warmUp = warmUp(step, broken);
                if (!warmUp.unharmed()) {
                    return new Outcome(
                            false,
                            warmUp.problem().or(() -> Optional.of("broken off while the rate was raised")),
                            warmUp.deliveries());
                }
                warm = true;
            }
            return publish(step, ramp.publishing(), ramp.publishing().time(), broken);
        } catch (PublisherException e) {
            return new Outcome(false, Optional.of(String.valueOf(e.getMessage())), Optional.empty());
        } catch (InterruptedException e) {
            throw new RunInterruptedException();
        }
    }

    private Outcome warmUp(int step, Predicate<LoadReading> broken) throws InterruptedException {
        RaisedPublishing raised = new RaisedPublishing(this, ramp.publishing());
        Outcome outcome = raised.once(broken);
        while (outcome.unharmed() && raised.isBelowFull()) {
            outcome = raised.once(broken);
        }
        if (!outcome.unharmed()) {
            return outcome;
        }
        outcome = publish(step, ramp.publishing(), WARM_UP, broken);
        double best = p99Nanos(outcome);
        int inVain = 0;
        for (int round = 1;
                round < MOST_WARM_UPS
                        && outcome.unharmed()
                        && inVain < MOST_IN_VAIN
                        // What a server loses it does not lose for being cold.
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

    static double p99Nanos(Outcome outcome) {
        return outcome.deliveries()
                .map(deliveries -> (double) deliveries.times().p99Nanos())
                .orElse(0.0);
    }

    /** Has the server publish for that long and waits for what is on its way; blocks. */
    Outcome publish(int step, Publishing publishing, Duration time, Predicate<LoadReading> broken)
            throws InterruptedException {
        fleet.forgetDeliveries();
        ChannelGauges gaugesBefore = publisher.gauges();
        LoadReading before = fleet.counts();
        long start = waiting.nanoTime();
        int identifiers = (int) Math.max(1, Math.min(publishing.identifiers(), before.alive()));
        publisher.start(publishing, identifiers, step);
        Watch watch = new Watch(broken);
        boolean unharmed = true;
        while (unharmed && waiting.nanoTime() - start < time.toNanos()) {
            unharmed = watch.unbroken();
            waiting.rest();
        }
        Publisher.Published published = publisher.stop();
        long due = publisher.gauges().due() - gaugesBefore.due();
        Standstill messages = new Standstill(waiting, ramp.stallTimeout());
        long over = waiting.nanoTime()
                + Math.max(LONGEST_WAIT.toNanos(), publishing.p99().toNanos());
        while (unharmed) {
            LoadReading counts = watch.read();
            long dropped = publisher.gauges().dropped() - gaugesBefore.dropped();
            long received = counts.channels().messages() - before.channels().messages();
            if (messages.reached(received) || received >= due - dropped || waiting.nanoTime() - over > 0) {
                break;
            }
            unharmed = !broken.test(counts);
            waiting.rest();
        }
        long end = messages.lastChangeNanos();
        return new Outcome(
                unharmed,
                Optional.empty(),
                Optional.of(deliveries(
                        publishing,
                        published,
                        gaugesBefore,
                        before,
                        end - start,
                        waiting.nanoTime() - start,
                        watch.serverPauseNanos)));
    }

    private Deliveries deliveries(
            Publishing publishing,
            Publisher.Published published,
            ChannelGauges gaugesBefore,
            LoadReading loadBefore,
            long durationNanos,
            long elapsedNanos,
            long serverPauseNanos) {
        ChannelGauges gauges = publisher.gauges();
        LoadReading loadAfter = fleet.reading();
        ChannelReading before = loadBefore.channels();
        ChannelReading after = loadAfter.channels();
        return new Deliveries(
                publishing.perSecond(),
                published.messages(),
                published.late(),
                published.durationNanos(),
                durationNanos,
                gauges.due() - gaugesBefore.due(),
                gauges.dropped() - gaugesBefore.dropped(),
                after.messages() - before.messages(),
                after.messageBytes() - before.messageBytes(),
                after.missing() - before.missing(),
                after.duplicates() - before.duplicates(),
                after.outOfOrder() - before.outOfOrder(),
                after.delivery(),
                after.deliveryMeanNanos(),
                after.deliveryService(),
                (double) (loadAfter.cpuNanos() - loadBefore.cpuNanos()) / elapsedNanos / fleet.size(),
                after.slowClients() + after.slowClosed(),
                serverPauseNanos,
                after.longestPauseNanos(),
                Math.max(0, gauges.slowClients() - gaugesBefore.slowClients()));
    }

    /** Reads load and server together. */
    private final class Watch {

        private final Predicate<LoadReading> broken;
        private long serverPauseNanos = -1;

        Watch(Predicate<LoadReading> broken) {
            this.broken = broken;
        }

        boolean unbroken() {
            return !broken.test(read());
        }

        LoadReading read() {
            LoadReading counts = fleet.counts();
            looks.accept(counts);
            serverPauseNanos = Math.max(serverPauseNanos, publisher.gauges().longestPauseNanos());
            return counts;
        }
    }
}
