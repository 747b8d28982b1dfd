package io.ceiling.harness.result.law;

import io.ceiling.harness.stats.Mean;
import io.ceiling.harness.stats.StudentT;
import java.util.List;

/**
 * The response times of single requests, which wait for no other.
 *
 * @param nanos response time of each, in ns; at least one
 */
public record ServiceTime(List<Long> nanos) {

    /** Number of single requests, as a rule; of fewer the interval is a little too narrow. */
    private static final int USUAL = 10;

    /** Relative error of the mean of a single request, whose spread is not known. */
    private static final double ERROR_OF_ONE = 0.25;

    /** Share of the median by which times differ at most that are alike. */
    private static final double ALIKE = 0.1;

    /** Spread of times, as a share of their mean, that blurs no round. */
    private static final double SAME_TIMES = 0.1;

    /** Share of the times that are alike where the others are not counted. */
    private static final double MOST = 0.7;

    public ServiceTime {
        nanos = List.copyOf(nanos);
        if (nanos.isEmpty() || nanos.stream().anyMatch(time -> time <= 0)) {
            throw new IllegalArgumentException("response times must be > 0 ns, at least one, were " + nanos);
        }
    }

    /**
     * Returns the mean in seconds: requests in service are their rate times the mean, whatever their spread. Where most
     * take the same time, one that took much longer was kept waiting by the host, and is left out.
     */
    public double meanSeconds() {
        return Mean.of(counted()).value() / 1e9;
    }

    /** Returns half the width of the interval of the mean (95 %), as a share of the mean. */
    public double relativeError() {
        Mean mean = Mean.of(counted());
        return mean.count() == 1 ? ERROR_OF_ONE : StudentT.interval(USUAL - 1) * mean.error() / mean.value();
    }

    /** Returns the standard deviation as a share of the mean; 0 of a single time. */
    public double spread() {
        Mean mean = Mean.of(counted());
        return mean.count() == 1 ? 0 : mean.deviation() / mean.value();
    }

    /** Returns true if times differ so little that requests which are asked at once are served in rounds. */
    public boolean isServedInRounds() {
        return spread() <= SAME_TIMES;
    }

    private List<Long> counted() {
        long median = Mean.lowerMedian(nanos);
        List<Long> alike = nanos.stream()
                .filter(time -> Math.abs(time - median) <= ALIKE * median)
                .toList();
        return alike.size() >= MOST * nanos.size() ? alike : nanos;
    }
}
