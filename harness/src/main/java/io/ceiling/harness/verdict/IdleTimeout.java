package io.ceiling.harness.verdict;

import io.ceiling.harness.model.LimitingFactor;
import io.ceiling.harness.model.LoadReading;
import io.ceiling.harness.model.Sample;
import io.ceiling.load.FailureCause;
import java.util.List;
import java.util.Optional;

/**
 * The server closes connections at one constant age.
 *
 * <p>Notes. A server that closes everything at one moment also does it at one age, if all was opened at one moment. What tells
 * them apart is the spread: time-outs come in the order and at the pace of the opens. So the ages must lie much closer together
 * than the opens, or the closes must be spread over several samples.
 */
final class IdleTimeout {

    private static final long SECOND = 1_000_000_000L;
    /** Younger ones were refused, not forgotten. */
    private static final long LEAST_AGE_NANOS = SECOND / 2;
    /** Containers look for idle connections about once a second. */
    private static final long GRAIN_NANOS = 3 * SECOND / 2;

    private static final double GRAIN_SHARE = 0.1;
    private static final int LEAST_CLOSED = 3;

    private IdleTimeout() {}

    static Optional<Attribution> detect(Facts facts) {
        LoadReading load = facts.evidence().failed().after().load();
        long youngest = load.closedWhileHeldMinAgeNanos();
        long oldest = load.closedWhileHeldMaxAgeNanos();
        long closed = facts.newFailures(FailureCause.CLOSED_WHILE_HELD);
        boolean constant =
                youngest >= LEAST_AGE_NANOS && oldest - youngest <= Math.max(GRAIN_NANOS, GRAIN_SHARE * oldest);
        if (closed < LEAST_CLOSED || !constant || atOneMoment(facts, oldest - youngest)) {
            return Optional.empty();
        }
        return Optional.of(
                new Attribution(
                        LimitingFactor.SERVER_IDLE_TIMEOUT,
                        Confidence.MEDIUM,
                        "the server closed %d held connections at an age of %s to %s"
                                .formatted(closed, Facts.seconds(youngest), Facts.seconds(oldest)),
                        "raise the container's idle time-out (keepAliveTimeout, connectionTimeout, idleTimeout) above the time a connection is held"));
    }

    /** Whether all closes fell between two neighbouring samples although the opens were not that close together. */
    private static boolean atOneMoment(Facts facts, long spreadNanos) {
        List<Sample> window = facts.window();
        int gaps = 0;
        long longest = 0;
        for (int i = 1; i < window.size(); i++) {
            if (closed(window.get(i)) > closed(window.get(i - 1))) {
                gaps++;
                longest = window.get(i).elapsedNanos() - window.get(i - 1).elapsedNanos();
            }
        }
        boolean finelySampled = longest > 0 && longest <= GRAIN_NANOS;
        return gaps == 1 && finelySampled && spreadNanos > longest;
    }

    private static long closed(Sample sample) {
        return sample.load().failures().getOrDefault(FailureCause.CLOSED_WHILE_HELD.label(), 0L);
    }
}
