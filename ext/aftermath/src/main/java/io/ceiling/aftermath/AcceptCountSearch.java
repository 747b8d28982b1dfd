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
    private static final double CLOSE = 1.1;

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
     * @param most largest accept count that makes a difference
     * @param tried all tries so far, oldest first
     */
    public static OptionalInt next(int first, int most, List<StormTrial> tried) {
        if (tried.isEmpty()) {
            return OptionalInt.of(first);
        }
        if (tried.size() >= MAX_TRIES) {
            return OptionalInt.empty();
        }
        int failed = largestFailed(tried);
        OptionalInt passed = least(tried);
        if (passed.isEmpty()) {
            return failed >= most ? OptionalInt.empty() : OptionalInt.of(most);
        }
        int least = passed.getAsInt();
        if (failed == 0) {
            return least == 1 ? OptionalInt.empty() : OptionalInt.of(1);
        }
        if (least - failed <= 1 || least <= CLOSE * failed) {
            return OptionalInt.empty();
        }
        int between = (int) Math.round(Math.sqrt((double) least * failed));
        return OptionalInt.of(Math.min(least - 1, Math.max(failed + 1, between)));
    }

    /** Returns the least accept count that passed and is above all that failed; empty if there is none. */
    public static OptionalInt least(List<StormTrial> tried) {
        int failed = largestFailed(tried);
        return tried.stream()
                .filter(StormTrial::passed)
                .mapToInt(StormTrial::acceptCount)
                .filter(acceptCount -> acceptCount > failed)
                .min();
    }

    /** Returns the largest accept count that failed; 0 if none did. */
    public static int largestFailed(List<StormTrial> tried) {
        return tried.stream()
                .filter(one -> !one.passed())
                .mapToInt(StormTrial::acceptCount)
                .max()
                .orElse(0);
    }
}
