package io.ceiling.harness.stats;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/**
 * The mean of observations and its standard error.
 *
 * @param value the mean; NaN without observations
 * @param sumOfSquares sum of the squares of their distances from the mean
 * @param count number of observations
 */
public record Mean(double value, double sumOfSquares, int count) {

    public static Mean of(double... observations) {
        double mean = Arrays.stream(observations).average().orElse(Double.NaN);
        double squares = Arrays.stream(observations)
                .map(each -> (each - mean) * (each - mean))
                .sum();
        return new Mean(mean, squares, observations.length);
    }

    public static Mean of(Collection<? extends Number> observations) {
        return of(observations.stream().mapToDouble(Number::doubleValue).toArray());
    }

    /** Returns the median; of an even number the lower one of the two in the middle. */
    public static <N extends Comparable<N>> N lowerMedian(Collection<N> observations) {
        List<N> sorted = observations.stream().sorted().toList();
        return sorted.get((sorted.size() - 1) / 2);
    }

    /** Returns the standard deviation of the observations; NaN for fewer than two. */
    public double standardDeviation() {
        return count < 2 ? Double.NaN : Math.sqrt(sumOfSquares / (count - 1));
    }

    /** Returns the standard error of the mean; NaN for fewer than two observations. */
    public double standardError() {
        return standardDeviation() / Math.sqrt(count);
    }

    /** Returns half the width of the 95 % interval of the mean; NaN for fewer than two observations. */
    public double margin() {
        return count < 2 ? Double.NaN : StudentT.interval(count - 1) * standardError();
    }
}
