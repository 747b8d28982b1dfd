package io.ceiling.watch.verdict;

import io.ceiling.harness.result.Confidence;
import io.ceiling.harness.scenario.LimitingFactor;

/**
 * A limit that was met for some time while a load tool was watched.
 *
 * @param factor the limit
 * @param fromNanos time of the first reading that shows it, since the load tool was started, in ns
 * @param toNanos time of the last reading that shows it, in ns
 * @param evidence configured and observed values of the reading at which most connections waited
 * @param relief setting to raise
 * @param confidence confidence in the name
 * @param lasts true if the last reading of the watch shows it: it may have been met for longer
 */
public record MetLimit(
        LimitingFactor factor,
        long fromNanos,
        long toNanos,
        String evidence,
        String relief,
        Confidence confidence,
        boolean lasts) {

    public MetLimit {
        if (toNanos < fromNanos) {
            throw new IllegalArgumentException("to must be >= from, was %d < %d".formatted(toNanos, fromNanos));
        }
    }

    /** Returns the time for which it was met, in ns. */
    public long durationNanos() {
        return toNanos - fromNanos;
    }
}
