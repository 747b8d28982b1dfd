package io.ceiling.aftermath;

import java.util.List;
import java.util.OptionalInt;

/**
 * Searches for the least accept count with which a storm passes: tries the server's own first, then the largest or the
 * least useful one, then closes in. Pure functions.
 *
 * <p>Notes. A longer queue is assumed to be no worse than a shorter one. If a storm on a busy host says otherwise, the
 * failure counts: the result is the least accept count above every one that failed.
 */
public final class AcceptCountSearch {

    // The search ends when the least accept count that passes is at most this multiple of the largest that fails.
    private static final double END_RATIO = 1.1;

    /** Most storms of a search: with 1 and 4 096 as bounds, seven of them close in to 10 %. */
    public static final int MAX_TRIES = 10;

    private AcceptCountSearch() {}

    /** One storm with that accept count. */
    public record StormTrial(int acceptCount, boolean passed) {}

    /**
     * Returns the accept count to try next; empty if the least that passes is known within 10 %, if none passes, or
     * after the largest number of storms.
     *
     * @param first accept count of the first storm: the one that the server has
     * @param maxUseful largest accept count that makes a difference
     * @param trials all tries so far, oldest first
     */
    public static OptionalInt next(int first, int maxUseful, List<StormTrial> trials) {
        if (trials.isEmpty()) {
            return OptionalInt.of(first);
        }
        if (trials.size() >= MAX_TRIES) {
            return OptionalInt.empty();
        }
        int failed = largestFailed(trials);
        OptionalInt passed = leastPassed(trials);
        if (passed.isEmpty()) {
            return failed >= maxUseful ? OptionalInt.empty() : OptionalInt.of(maxUseful);
        }
        int least = passed.getAsInt();
        if (failed == 0) {
            return least == 1 ? OptionalInt.empty() : OptionalInt.of(1);
        }
        if (least - failed <= 1 || least <= END_RATIO * failed) {
            return OptionalInt.empty();
        }
        int between = (int) Math.round(Math.sqrt((double) least * failed));
        return OptionalInt.of(Math.min(least - 1, Math.max(failed + 1, between)));
    }

    /** Returns the least accept count that passed and is above all that failed; empty if there is none. */
    public static OptionalInt leastPassed(List<StormTrial> trials) {
        int failed = largestFailed(trials);
        return trials.stream()
                .filter(StormTrial::passed)
                .mapToInt(StormTrial::acceptCount)
                .filter(acceptCount -> acceptCount > failed)
                .min();
    }

    /** Returns the largest accept count that failed; 0 if none did. */
    public static int largestFailed(List<StormTrial> trials) {
        return trials.stream()
                .filter(one -> !one.passed())
                .mapToInt(StormTrial::acceptCount)
                .max()
                .orElse(0);
    }
}
