package io.ceiling.harness.engine.ramp;

import io.ceiling.harness.engine.control.PublisherException;
import io.ceiling.harness.reading.LoadReading;
import io.ceiling.harness.result.Deliveries;
import io.ceiling.harness.scenario.Publishing;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Publishes at a rate that rises round by round to its full level. A JVM whose code is still being compiled gives up
 * members at a rate that it serves easily a few seconds later.
 */
final class RaisedPublishing {

    private static final int FIRST_SHARE = 8;
    private static final int MIN_PER_SECOND = 10;
    // The highest rate, per second, that is tried before publishing without pause.
    private static final int BEFORE_MAX_PER_SECOND = 1000;
    // Rounds at one rate, after which the rate is raised even if the last one was not easy.
    private static final int MAX_AT_ONE_RATE = 8;

    private static final Duration ROUND = Duration.ofMillis(250);

    private final BroadcastTraffic traffic;
    private final Publishing full;
    private int perSecond;
    private int atThisRate;
    private boolean belowFull;

    RaisedPublishing(BroadcastTraffic traffic, Publishing full) {
        this.traffic = traffic;
        this.full = full;
        this.perSecond = full.perSecond() == 0
                ? BEFORE_MAX_PER_SECOND / FIRST_SHARE
                : Math.min(full.perSecond(), Math.max(MIN_PER_SECOND, full.perSecond() / FIRST_SHARE));
        this.belowFull = perSecond != full.perSecond();
    }

    /** Returns true if the next round publishes at less than the full rate. */
    boolean isBelowFull() {
        return belowFull;
    }

    /**
     * Publishes one round at the current rate to all subscribers, and raises the rate if that was easy. Blocks until
     * the round ends.
     *
     * @param broken ends the round early when it returns true
     */
    StepTraffic.TrafficOutcome once(Predicate<LoadReading> broken) throws InterruptedException {
        StepTraffic.TrafficOutcome outcome;
        try {
            outcome = traffic.publish(1, full.at(perSecond), ROUND, broken);
        } catch (PublisherException e) {
            return new StepTraffic.TrafficOutcome(false, Optional.of(String.valueOf(e.getMessage())), Optional.empty());
        }
        boolean easy = outcome.deliveries().map(Deliveries::sentInTime).orElse(false)
                && BroadcastTraffic.p99Nanos(outcome) <= full.p99().toNanos();
        if (belowFull && (easy || ++atThisRate == MAX_AT_ONE_RATE)) {
            perSecond = raised();
            atThisRate = 0;
            belowFull = perSecond != full.perSecond();
        }
        return outcome;
    }

    private int raised() {
        if (full.perSecond() == 0) {
            return 2 * perSecond > BEFORE_MAX_PER_SECOND ? 0 : 2 * perSecond;
        }
        return Math.min(full.perSecond(), 2 * perSecond);
    }
}
