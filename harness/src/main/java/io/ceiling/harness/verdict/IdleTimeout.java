package io.ceiling.harness.verdict;

import io.ceiling.harness.model.Confidence;
import io.ceiling.harness.model.LimitingFactor;
import io.ceiling.harness.model.LoadReading;
import io.ceiling.harness.model.Sample;
import io.ceiling.load.report.AgeRange;
import io.ceiling.load.report.FailureCause;
import java.util.List;
import java.util.Optional;

/**
 * Detects a server that closes connections at a constant age.
 *
 * <p>Notes. Containers look for idle connections about once a second and close all that are due, so ages spread over a
 * second even then, and the first batch may be all that is seen. A server that closes everything at one moment leaves
 * other traces: no connection stays open, and the ages spread as far as the opens did.
 */
final class IdleTimeout {

    private static final long SECOND = 1_000_000_000L;
    /** Connections closed at a lower age were refused rather than timed out. */
    private static final long LEAST_AGE_NANOS = SECOND / 2;
    /** Expected spread of the ages, since containers look for idle connections about once a second. */
    private static final long GRAIN_NANOS = 3 * SECOND / 2;

    private static final double GRAIN_SHARE = 0.1;
    private static final int LEAST_CLOSED = 3;

    private IdleTimeout() {}

    static Optional<Attribution> detect(Facts facts) {
        LoadReading load = facts.evidence().failed().after().load();
        AgeRange ages = load.counts().closedAges();
        long closed = facts.newFailures(FailureCause.CLOSED_WHILE_HELD);
        boolean constant = !ages.isEmpty()
                && ages.youngestNanos() >= LEAST_AGE_NANOS
                && ages.spreadNanos() <= Math.max(GRAIN_NANOS, GRAIN_SHARE * ages.oldestNanos());
        if (closed < LEAST_CLOSED || !constant || allAtOnce(facts, ages.spreadNanos())) {
            return Optional.empty();
        }
        return Optional.of(
                new Attribution(
                        LimitingFactor.SERVER_IDLE_TIMEOUT,
                        Confidence.MEDIUM,
                        "the server closed %d held connections at an age of %s to %s"
                                .formatted(
                                        closed, Facts.seconds(ages.youngestNanos()), Facts.seconds(ages.oldestNanos())),
                        "raise the container's idle time-out (keepAliveTimeout, connectionTimeout, idleTimeout) above the time a connection is held"));
    }

    private static boolean allAtOnce(Facts facts, long spreadNanos) {
        List<Sample> window = facts.window();
        int batches = 0;
        for (int i = 1; i < window.size(); i++) {
            if (closed(window.get(i)) > closed(window.get(i - 1))) {
                batches++;
            }
        }
        boolean nothingLeft = window.get(window.size() - 1).load().connections().alive() == 0;
        return batches == 1 && nothingLeft && spreadNanos > GRAIN_NANOS;
    }

    private static long closed(Sample sample) {
        return sample.load().failures().count(FailureCause.CLOSED_WHILE_HELD);
    }
}
