package io.ceiling.harness.verdict;

import io.ceiling.harness.model.RampSettings;
import io.ceiling.harness.model.Step;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Ramp policy: grows geometrically until a step fails, then closes in on the ceiling.
 *
 * <p>Notes. A failed step tells how many connections it did serve. That number is usually the ceiling itself, so it is held
 * next, and if it passes, the number just above it: two steps instead of a long bisection. A hint that fails is followed by
 * the number just below it, since a server that fails often serves a few more than it can hold for long. Hints that
 * contradict what was measured are dropped for plain bisection, and at least every third failure in a row is followed by one,
 * so that no server can stretch the ramp beyond a few steps for each halving of the interval.
 *
 * <p>A server need not be monotone. One failure at n is enough to say that n is not held reliably, so a pass at or above an
 * earlier failure does not count, and the ceiling stays below the smallest failure.
 *
 * <p>Immutable and thread-safe.
 */
public final class CeilingFinder {

    private final RampSettings settings;
    private final int capConnections;

    public CeilingFinder(RampSettings settings, int capConnections) {
        if (capConnections < 1) {
            throw new IllegalArgumentException("cap connections must be >= 1, was %d".formatted(capConnections));
        }
        this.settings = settings;
        this.capConnections = capConnections;
    }

    /** What follows these steps, which are in the order in which they were run. */
    public Next next(List<Step> steps) {
        Optional<Step> failure =
                steps.stream().filter(step -> !step.passed()).min(Comparator.comparingInt(Step::target));
        int low = steps.stream()
                .filter(Step::passed)
                .mapToInt(Step::target)
                .filter(target -> failure.isEmpty() || target < failure.get().target())
                .max()
                .orElse(0);
        return failure.isEmpty() ? grow(low) : closeIn(steps, low, failure.get());
    }

    private Next grow(int low) {
        if (low >= capConnections) {
            return new Next.Done(low, OptionalInt.empty());
        }
        double grown = low == 0
                ? settings.levels().startConnections()
                : Math.max(low + 1.0, Math.ceil(low * settings.levels().growth()));
        return new Next.Hold((int) Math.min(grown, capConnections));
    }

    private Next closeIn(List<Step> steps, int low, Step failure) {
        int high = failure.target();
        if (high - low <= Math.max(1, settings.levels().tolerance() * low)) {
            return new Next.Done(low, OptionalInt.of(high));
        }
        int hint = failure.served();
        int failuresInARow = failuresInARow(steps);
        boolean hintsTurn = failuresInARow == 0 || failuresInARow % 3 == 1;
        if (hintsTurn && hint == low) {
            return new Next.Hold(justAbove(low));
        }
        if (failuresInARow % 3 == 2) {
            int below = justBelow(high);
            return new Next.Hold(below > low && hint >= below ? below : middle(low, high));
        }
        boolean believed = hintsTurn && hint > low && hint < high;
        return new Next.Hold(believed ? hint : middle(low, high));
    }

    private static int failuresInARow(List<Step> steps) {
        int count = 0;
        while (count < steps.size() && !steps.get(steps.size() - 1 - count).passed()) {
            count++;
        }
        return count;
    }

    /** The smallest number that is within the tolerance of that failure. */
    private int justBelow(int high) {
        return Math.min(high - 1, (int) Math.ceil(high / (1 + settings.levels().tolerance())));
    }

    /** The largest number that is within the tolerance of that pass. */
    private int justAbove(int low) {
        return low + Math.max(1, (int) Math.floor(settings.levels().tolerance() * low));
    }

    private static int middle(int low, int high) {
        return low + (high - low) / 2;
    }
}
