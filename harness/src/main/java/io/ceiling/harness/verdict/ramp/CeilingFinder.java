package io.ceiling.harness.verdict.ramp;

import io.ceiling.harness.scenario.RampSettings;
import java.util.List;
import java.util.OptionalInt;

/**
 * Decides the next level of a ramp: grows geometrically until a step fails, then closes in on the ceiling.
 *
 * <p>Notes. A failed step shows how many connections it did serve. That number is usually the ceiling itself, so it is
 * held next, and if it passes, the number just above it: two steps instead of a long bisection. If a hint fails by a
 * few connections, what it did serve is held, and then a number a little lower, at most twice in a ramp: else a hint
 * that is one too high would cost as much of the ceiling as the tolerance allows. After that the number at the
 * tolerance below it is held, since a server that fails often serves a few more connections than it can hold for long. Hints that contradict earlier steps are dropped in favour of plain bisection, and at least every third
 * failure in a row is followed by one, so that no server can stretch the ramp beyond a few steps for each halving of
 * the interval.
 *
 * <p>A server need not be monotone. One failure at n is enough to say that n is not held reliably, so a pass at or
 * above an earlier failure does not count, and the ceiling stays below the smallest failure.
 *
 * <p>Immutable and thread-safe.
 */
public final class CeilingFinder {

    // Share of the tolerance within which a failed hint counts as nearly right.
    private static final double HINT_TOLERANCE = 0.125;

    private static final int MAX_FOLLOW_UPS = 2;

    // Factor by which the distance from an expected ceiling that was passed grows.
    private static final double DISTANCE_FACTOR = 3;

    private final RampSettings settings;
    private final int capConnections;
    private final int expected;

    public CeilingFinder(RampSettings settings, int capConnections) {
        this(settings, capConnections, 0);
    }

    /** @param expected number that is expected to be the ceiling, which is held first, and then the one just above it; 0 for none */
    public CeilingFinder(RampSettings settings, int capConnections, int expected) {
        this.expected = expected;
        if (capConnections < 1) {
            throw new IllegalArgumentException("cap connections must be >= 1, was %d".formatted(capConnections));
        }
        this.settings = settings;
        this.capConnections = capConnections;
    }

    /**
     * A level that was held for a step.
     *
     * @param target number of connections that were wanted
     * @param served number of connections that were alive and correctly answered at the end
     * @param passed true if all of them were, within the SLO and without an error
     */
    public record HeldLevel(int target, int served, boolean passed) {}

    /**
     * Returns the next level after these steps, or the end of the ramp.
     *
     * @param steps steps in the order in which they were run
     */
    public NextAction next(List<HeldLevel> steps) {
        NextAction.Done bounds = bounds(steps);
        return bounds.firstFailure().isEmpty() ? grow(bounds.ceiling()) : closeIn(steps, bounds);
    }

    /**
     * Returns the ceiling and the first failure that these steps have shown, whether or not the interval between them
     * is narrow enough.
     */
    public static NextAction.Done bounds(List<HeldLevel> steps) {
        OptionalInt firstFailure = steps.stream()
                .filter(step -> !step.passed())
                .mapToInt(HeldLevel::target)
                .min();
        int ceiling = steps.stream()
                .filter(HeldLevel::passed)
                .mapToInt(HeldLevel::target)
                .filter(target -> target < firstFailure.orElse(Integer.MAX_VALUE))
                .max()
                .orElse(0);
        return new NextAction.Done(ceiling, firstFailure);
    }

    private NextAction grow(int low) {
        if (low >= capConnections) {
            return new NextAction.Done(low, OptionalInt.empty());
        }
        return new NextAction.Hold((int) Math.min(levelAfter(low), capConnections));
    }

    // Returns the level after one that passed. Beyond the expected ceiling the levels grow faster and faster.
    private double levelAfter(int low) {
        if (expected > 0 && low <= expected) {
            return low < expected ? expected : justAbove(low);
        }
        if (low == 0) {
            return settings.levels().startConnections();
        }
        double byFactor = Math.max(low + 1.0, Math.ceil(low * settings.levels().growth()));
        return expected > 0 ? Math.min(byFactor, low + DISTANCE_FACTOR * ((double) low - expected)) : byFactor;
    }

    private NextAction closeIn(List<HeldLevel> steps, NextAction.Done bounds) {
        int low = bounds.ceiling();
        int high = bounds.firstFailure().orElseThrow();
        if (high - low <= Math.max(1, settings.levels().tolerance() * low)) {
            return new NextAction.Done(low, OptionalInt.of(high));
        }
        int hint = steps.stream()
                .filter(step -> !step.passed() && step.target() == high)
                .mapToInt(HeldLevel::served)
                .findFirst()
                .orElseThrow();
        int followUps = followUps(steps, steps.size());
        int failuresInARow = failuresInARow(steps);
        int failedSincePass = steps.size() - afterLastPass(steps);
        if (failedSincePass >= 2 && followUps < MAX_FOLLOW_UPS && hint < high && high - hint <= hintTolerance(high)) {
            int followUp = failedSincePass == 2 ? hint : high - hintTolerance(high);
            if (followUp > low) {
                return new NextAction.Hold(followUp);
            }
        }
        boolean hintsTurn = failuresInARow == 0 || failuresInARow % 3 == 1;
        if (hintsTurn && hint == low) {
            return new NextAction.Hold(justAbove(low));
        }
        if (failuresInARow % 3 == 2) {
            int below = justBelow(high);
            return new NextAction.Hold(below > low && hint >= below ? below : middle(low, high));
        }
        boolean useHint = hintsTurn && hint > low && hint < high;
        return new NextAction.Hold(useHint ? hint : middle(low, high));
    }

    // Returns the number of failures since the last pass, without those that followed a hint that was nearly right.
    private int failuresInARow(List<HeldLevel> steps) {
        int first = afterLastPass(steps);
        return steps.size() - first - (followUps(steps, steps.size()) - followUps(steps, first));
    }

    private static int afterLastPass(List<HeldLevel> steps) {
        int first = steps.size();
        while (first > 0 && !steps.get(first - 1).passed()) {
            first--;
        }
        return first;
    }

    private int followUps(List<HeldLevel> steps, int first) {
        int count = 0;
        for (int i = 2; i < first; i++) {
            HeldLevel before = steps.get(i - 1);
            int below = before.target() - steps.get(i).target();
            if (!steps.get(i - 2).passed()
                    && !before.passed()
                    && below > 0
                    && below <= hintTolerance(before.target())) {
                count++;
            }
        }
        return Math.min(MAX_FOLLOW_UPS, count);
    }

    private int hintTolerance(int failed) {
        return Math.max(1, (int) (HINT_TOLERANCE * settings.levels().tolerance() * failed));
    }

    private int justBelow(int high) {
        return Math.min(high - 1, (int) Math.ceil(high / (1 + settings.levels().tolerance())));
    }

    private int justAbove(int low) {
        return justAbove(low, settings.levels().tolerance());
    }

    /** Returns the largest number within the tolerance of that pass. */
    static int justAbove(int low, double tolerance) {
        return low + Math.max(1, (int) Math.floor(tolerance * low));
    }

    private static int middle(int low, int high) {
        return low + (high - low) / 2;
    }
}
