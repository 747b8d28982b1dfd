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

    /** One-sided: the interval is of 95 %. */
    private static final double PROBABILITY = 0.975;

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
        return OptionalDouble.of(StudentT.quantile(PROBABILITY, forks - 1) * Math.sqrt(squares / (forks - 1) / forks));
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
}
