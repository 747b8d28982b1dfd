package io.ceiling.harness.model;

import java.util.List;
import java.util.OptionalDouble;

/**
 * The means of the forks of one micro-benchmark. A fork is the unit of analysis: its iterations share one JVM, and with
 * it what its compilers and the kernel's scheduler decided.
 *
 * @param means mean of each fork, in their order
 */
public record ForkMeans(List<Double> means) {

    /** Forks of one setting that differ by more than this measure where the kernel put threads, not their work. */
    static final double SCHEDULING = 1.5;

    /** Quantiles 0.975 of Student's t for 1, 2, 3... degrees of freedom. */
    private static final double[] QUANTILES = {
        12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281,
        2.2010, 2.1788, 2.1604, 2.1448, 2.1314, 2.1199, 2.1098, 2.1009, 2.0930, 2.0860,
        2.0796, 2.0739, 2.0687, 2.0639, 2.0595, 2.0555, 2.0518, 2.0484, 2.0452, 2.0423
    };

    /** Quantile 0.975 of the normal distribution. */
    private static final double NORMAL = 1.959964;

    public ForkMeans {
        means = List.copyOf(means);
        if (means.isEmpty()) {
            throw new IllegalArgumentException("there must be a fork");
        }
    }

    /** Returns the mean of the forks. */
    public double mean() {
        return means.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
    }

    /** Returns half the width of the 95 % interval of the mean, from the means of the forks; empty for one fork. */
    public OptionalDouble halfWidth() {
        int forks = means.size();
        if (forks < 2) {
            return OptionalDouble.empty();
        }
        double mean = mean();
        double squares = means.stream()
                .mapToDouble(each -> (each - mean) * (each - mean))
                .sum();
        return OptionalDouble.of(quantile(forks - 1) * Math.sqrt(squares / (forks - 1) / forks));
    }

    /** Returns the largest mean divided by the smallest; 1 if the smallest is not positive. */
    public double ratio() {
        double least = means.stream().mapToDouble(Double::doubleValue).min().orElseThrow();
        double most = means.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
        return least > 0 ? most / least : 1;
    }

    /** Returns true if forks differ so much that a time shows where the kernel put threads. */
    public boolean isScheduling() {
        return ratio() > SCHEDULING;
    }

    /** Returns the quantile 0.975 of Student's t with that many degrees of freedom. */
    public static double quantile(int degrees) {
        if (degrees <= QUANTILES.length) {
            return QUANTILES[degrees - 1];
        }
        // The first terms of the expansion by Cornish and Fisher.
        double cube = NORMAL * NORMAL * NORMAL;
        return NORMAL
                + (cube + NORMAL) / (4.0 * degrees)
                + (5 * cube * NORMAL * NORMAL + 16 * cube + 3 * NORMAL) / (96.0 * degrees * degrees);
    }
}
