package io.ceiling.harness.report.compare;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Decides whether a figure moved beyond the noise. A pure function.
 *
 * @param change relative change of the medians, 0.1 is 10 % more
 * @param moved true if noise is an unlikely explanation
 * @param why rule that decided, in one line
 */
record Shift(double change, boolean moved, String why) {

    /** Relative difference that two servers of the same setting can have, regardless of the errors of their lines. */
    static final double BETWEEN_SERVERS = 0.05;

    /** Smallest relative change of repeated forks that is reported. */
    private static final double LEAST = 0.02;

    /** Significance level: many scenarios are compared at once, so one error in twenty would be too many. */
    private static final double ALPHA = 0.01;

    /** Number of forks on each side from which a rank test can fall below {@link #ALPHA}. */
    private static final int RANKED = 5;

    static Shift of(Figure before, Figure after) {
        double change = before.median() == 0 ? 0 : after.median() / before.median() - 1;
        boolean apart = after.low() > before.high() || after.high() < before.low();
        int fewest = Math.min(before.forks(), after.forks());
        if (fewest >= RANKED) {
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
     * Returns the p-value of the exact Mann-Whitney test: the share of all assignments of the values to the two sides
     * whose rank sums are at least as far from the middle.
     */
    static double rankTest(List<Double> before, List<Double> after) {
        List<Double> all = new ArrayList<>(before);
        all.addAll(after);
        int[] ranks = all.stream().mapToInt(value -> doubledRank(value, all)).toArray();
        int middle = before.size() * (all.size() + 1);
        int seen = Arrays.stream(ranks).limit(before.size()).sum();
        double[] ways = ways(ranks, before.size());
        double far = 0;
        for (int sum = 0; sum < ways.length; sum++) {
            far += Math.abs(sum - middle) >= Math.abs(seen - middle) ? ways[sum] : 0;
        }
        return far / Arrays.stream(ways).sum();
    }

    /** Returns twice the rank of a value: equal values share the mean of their ranks, which doubled is an integer. */
    private static int doubledRank(double value, List<Double> all) {
        long below = all.stream().filter(other -> other < value).count();
        long equal = all.stream().filter(other -> other == value).count();
        return (int) (2 * below + equal + 1);
    }

    /**
     * Counts the ways to choose that many of the ranks, by their sum. For 100 forks on each side, the most that there
     * are, this takes a second.
     */
    private static double[] ways(int[] ranks, int chosen) {
        double[][] ways = new double[chosen + 1][Arrays.stream(ranks).sum() + 1];
        ways[0][0] = 1;
        for (int rank : ranks) {
            // Downwards, so that no rank is chosen twice.
            for (int taken = chosen; taken > 0; taken--) {
                for (int sum = rank; sum < ways[taken].length; sum++) {
                    ways[taken][sum] += ways[taken - 1][sum - rank];
                }
            }
        }
        return ways[chosen];
    }
}
