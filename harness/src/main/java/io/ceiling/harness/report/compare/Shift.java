package io.ceiling.harness.report.compare;

import java.util.ArrayList;
import java.util.List;

/**
 * Whether a figure moved beyond the noise; a pure function.
 *
 * @param change of the medians, 0.1 is 10 % more
 * @param moved whether noise explains it badly
 * @param why the rule that decided, in one line
 */
record Shift(double change, boolean moved, String why) {

    /** Two servers of the same setting differ by as much, whatever the errors of their lines say. */
    static final double BETWEEN_SERVERS = 0.05;

    /** Of repeats the smallest change that is worth a word. */
    private static final double LEAST = 0.02;

    /** Many scenarios are compared at once, so that one in twenty would be too many. */
    private static final double ALPHA = 0.01;

    /** From so many forks on each side a rank test can fall below {@link #ALPHA}. */
    private static final int RANKED = 5;

    /** More orders of forks are not counted one by one. */
    private static final int MOST_RANKED = 10;

    static Shift of(Figure before, Figure after) {
        double change = before.median() == 0 ? 0 : after.median() / before.median() - 1;
        boolean apart = after.low() > before.high() || after.high() < before.low();
        int fewest = Math.min(before.forks(), after.forks());
        int most = Math.max(before.forks(), after.forks());
        if (fewest >= RANKED && most <= MOST_RANKED) {
            double p = rankTest(before.values(), after.values());
            return new Shift(
                    change,
                    p < ALPHA && Math.abs(change) >= LEAST,
                    "rank test over %d and %d forks, p = %.3f".formatted(before.forks(), after.forks(), p));
        }
        if (fewest > 1) {
            return new Shift(
                    change,
                    apart && Math.abs(change) >= LEAST,
                    apart ? "the forks do not overlap" : "the forks overlap");
        }
        String rule = apart
                ? "one server a side: intervals apart, %s 5 %%"
                        .formatted(Math.abs(change) > BETWEEN_SERVERS ? "by more than" : "but within")
                : "one server a side: intervals overlap";
        return new Shift(change, apart && Math.abs(change) > BETWEEN_SERVERS, rule);
    }

    /**
     * Mann and Whitney's test, exact: the share of all ways to deal the values to two sides whose rank sums are at least as far
     * from the middle.
     */
    static double rankTest(List<Double> before, List<Double> after) {
        List<Double> all = new ArrayList<>(before);
        all.addAll(after);
        double[] ranks = all.stream().mapToDouble(value -> rank(value, all)).toArray();
        int n = before.size();
        double middle = n * (all.size() + 1) / 2.0;
        double seen = 0;
        for (int i = 0; i < n; i++) {
            seen += ranks[i];
        }
        long[] counts = deal(ranks, 0, n, 0, middle, Math.abs(seen - middle) - 1e-9);
        return counts[0] / (double) counts[1];
    }

    /** Equal values share the mean of their ranks. */
    private static double rank(double value, List<Double> all) {
        long below = all.stream().filter(other -> other < value).count();
        long equal = all.stream().filter(other -> other == value).count();
        return below + (equal + 1) / 2.0;
    }

    /** Ways as far from the middle, and all ways. */
    private static long[] deal(double[] ranks, int from, int left, double sum, double middle, double distance) {
        if (left == 0) {
            return new long[] {Math.abs(sum - middle) >= distance ? 1 : 0, 1};
        }
        long[] counts = new long[2];
        for (int i = from; i <= ranks.length - left; i++) {
            long[] rest = deal(ranks, i + 1, left - 1, sum + ranks[i], middle, distance);
            counts[0] += rest[0];
            counts[1] += rest[1];
        }
        return counts;
    }
}
