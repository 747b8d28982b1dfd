package io.ceiling.harness.report.compare;

import java.util.ArrayList;
import java.util.Arrays;
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
     * Mann and Whitney's test, exact: the share of all ways to deal the values to two sides whose rank sums are at least as far
     * from the middle.
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

    /** Equal values share the mean of their ranks; twice as much is a whole number. */
    private static int doubledRank(double value, List<Double> all) {
        long below = all.stream().filter(other -> other < value).count();
        long equal = all.stream().filter(other -> other == value).count();
        return (int) (2 * below + equal + 1);
    }

    /** In how many ways so many of the ranks can be chosen, by their sum; of 100 forks a side, the most there are, in a second. */
    private static double[] ways(int[] ranks, int chosen) {
        double[][] ways = new double[chosen + 1][Arrays.stream(ranks).sum() + 1];
        ways[0][0] = 1;
        for (int rank : ranks) {
            // Downwards, so that none is taken twice.
            for (int taken = chosen; taken > 0; taken--) {
                for (int sum = rank; sum < ways[taken].length; sum++) {
                    ways[taken][sum] += ways[taken - 1][sum - rank];
                }
            }
        }
        return ways[chosen];
    }
}
