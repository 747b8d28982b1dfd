package io.ceiling.harness.fleet;

import java.util.Arrays;
import java.util.function.IntBinaryOperator;

/**
 * Spreads connections evenly over agents, some of which may have more than others because each opens at its own speed.
 */
final class Spread {

    private Spread() {}

    /**
     * Returns the number of connections of each agent after the agents have been filled up to the total; none has fewer
     * than before.
     */
    static int[] filled(int[] sizes, int total) {
        return levelled(sizes, total, Math::max);
    }

    /**
     * Returns the number of connections that each agent keeps so that all together keep no more than the total; those
     * with most connections lose most.
     */
    static int[] trimmed(int[] sizes, int total) {
        return levelled(sizes, total, Math::min);
    }

    // Finds the highest level for which the total suffices; the remainder is less than one for each agent at that
    // level.
    private static int[] levelled(int[] sizes, int total, IntBinaryOperator with) {
        int low = 0;
        int high = total;
        while (low < high) {
            int middle = low + (high - low + 1) / 2;
            if (sum(at(middle, sizes, with)) <= total) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        int[] spread = at(low, sizes, with);
        long left = total - sum(spread);
        for (int i = 0; i < sizes.length && left > 0; i++) {
            int more = with.applyAsInt(sizes[i], low + 1) - spread[i];
            spread[i] += more;
            left -= more;
        }
        return spread;
    }

    private static int[] at(int level, int[] sizes, IntBinaryOperator with) {
        return Arrays.stream(sizes).map(size -> with.applyAsInt(size, level)).toArray();
    }

    static long sum(int[] sizes) {
        return Arrays.stream(sizes).asLongStream().sum();
    }
}
