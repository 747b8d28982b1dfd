package io.ceiling.rooms;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;

/**
 * Searches for the pauses between bursts that leave a host half idle, and a tenth idle. Pure functions.
 *
 * <p>Notes. The shorter the pause, the smaller the idle share. If the server does not keep up at a pause, its idle
 * share counts as 0, regardless of the processors. The search first halves the pause until it is too short for every
 * target, so that an interrupted search knows an upper end. Then it takes the geometric mean of the two pauses between
 * which a target lies.
 */
final class PauseSearch {

    /** Target idle shares of the processors, 0..1. */
    public static final List<Double> TARGET_SHARES = List.of(0.5, 0.1);

    // Variation of the idle share from one measurement to the next.
    private static final double TOLERANCE = 0.04;

    // Smallest ratio of two pauses that are worth separate measurements.
    private static final double MIN_RATIO = 1.08;

    private static final long MIN_NANOS = 50_000;
    private static final long MAX_NANOS = 60_000_000_000L;

    private PauseSearch() {}

    /**
     * A pause that was measured.
     *
     * @param pauseNanos pause between the intended starts of two bursts, in ns
     * @param idleShare idle share of the processors, 0..1
     * @param keptUp true if no message was lost and the response time did not grow
     */
    public record MeasuredPause(long pauseNanos, double idleShare, boolean keptUp) {
        double effectiveShare() {
            return keptUp ? idleShare : 0;
        }
    }

    /**
     * Returns the pause to measure next, in ns; empty if every target share was met, or cannot be met more closely.
     *
     * @param measuredPauses pauses that were measured
     * @param first pause to begin with, in ns
     */
    public static OptionalLong next(List<MeasuredPause> measuredPauses, long first) {
        if (measuredPauses.isEmpty()) {
            return OptionalLong.of(bounded(first));
        }
        List<MeasuredPause> sorted = new ArrayList<>(measuredPauses);
        sorted.sort(Comparator.comparingLong(MeasuredPause::pauseNanos));
        double least = TARGET_SHARES.get(TARGET_SHARES.size() - 1);
        if (sorted.stream().noneMatch(point -> point.effectiveShare() <= least + TOLERANCE)) {
            OptionalLong shorter = scaledPause(sorted.get(0).pauseNanos(), 0.5);
            if (shorter.isPresent()) {
                return shorter;
            }
        }
        for (double targetShare : TARGET_SHARES) {
            OptionalLong pause = pauseFor(targetShare, sorted);
            if (pause.isPresent()) {
                return pause;
            }
        }
        return OptionalLong.empty();
    }

    private static OptionalLong pauseFor(double targetShare, List<MeasuredPause> sorted) {
        boolean met = sorted.stream().anyMatch(point -> Math.abs(point.effectiveShare() - targetShare) <= TOLERANCE);
        if (met) {
            return OptionalLong.empty();
        }
        OptionalLong tooShort = sorted.stream()
                .filter(point -> point.effectiveShare() < targetShare)
                .mapToLong(MeasuredPause::pauseNanos)
                .max();
        OptionalLong tooLong = sorted.stream()
                .filter(point -> point.effectiveShare() > targetShare)
                .mapToLong(MeasuredPause::pauseNanos)
                .filter(pause -> tooShort.isEmpty() || pause > tooShort.getAsLong())
                .min();
        if (tooShort.isEmpty()) {
            return scaledPause(sorted.get(0).pauseNanos(), 0.5);
        }
        if (tooLong.isEmpty()) {
            return scaledPause(sorted.get(sorted.size() - 1).pauseNanos(), 2);
        }
        double ratio = (double) tooLong.getAsLong() / tooShort.getAsLong();
        return ratio < MIN_RATIO
                ? OptionalLong.empty()
                : OptionalLong.of(Math.round(tooShort.getAsLong() * Math.sqrt(ratio)));
    }

    private static OptionalLong scaledPause(long pause, double factor) {
        long next = bounded(Math.round(pause * factor));
        return next == pause ? OptionalLong.empty() : OptionalLong.of(next);
    }

    private static long bounded(long pause) {
        return Math.max(MIN_NANOS, Math.min(MAX_NANOS, pause));
    }
}
