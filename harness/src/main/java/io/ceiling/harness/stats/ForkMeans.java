package io.ceiling.harness.stats;

import java.util.List;
import java.util.OptionalDouble;

/**
 * The means of the forks of one micro-benchmark. A fork is the unit of analysis: its iterations share one JVM, and with
 * it what its compilers and the kernel's scheduler decided.
 *
 * @param means mean of each fork, in their order
 */
public record ForkMeans(List<Double> means) {

    /** Forks of one setting that differ by more than this factor measure the placement of threads, not their work. */
    static final double SCHEDULING = 1.5;

    public ForkMeans {
        means = List.copyOf(means);
        if (means.isEmpty()) {
            throw new IllegalArgumentException("there must be a fork");
        }
    }

    public double mean() {
        return Mean.of(means).value();
    }

    /** Returns half the width of the 95 % interval of the mean, from the means of the forks; empty for one fork. */
    public OptionalDouble halfWidth() {
        return means.size() < 2
                ? OptionalDouble.empty()
                : OptionalDouble.of(Mean.of(means).margin());
    }

    /** Returns the largest mean divided by the smallest; 1 if the smallest is not positive. */
    public double ratio() {
        double least = means.stream().mapToDouble(Double::doubleValue).min().orElseThrow();
        double most = means.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
        return least > 0 ? most / least : 1;
    }

    /** Returns true if forks differ so much that a time shows the placement of threads by the kernel. */
    public boolean isScheduling() {
        return ratio() > SCHEDULING;
    }
}
