package io.ceiling.harness.result.law;

import io.ceiling.harness.stats.Mean;
import io.ceiling.harness.stats.StudentT;
import java.util.List;

/**
 * The response times of single requests, which wait for no other. All of them count: requests in service are their rate
 * times the mean, whatever their spread, and a slow one may be a miss of a cache.
 *
 * @param nanos response time of each, in ns; at least one
 */
public record ServiceTime(List<Long> nanos) {

    // Minimum number of requests for Student's t: fewer ones are taken as this many.
    private static final int USUAL = 10;

    // Relative error of the mean of a single request, whose spread is not known.
    private static final double ERROR_OF_ONE = 0.25;

    // Largest spread of times, as a share of their mean, that keeps rounds distinct.
    private static final double SAME_TIMES = 0.1;

    // Share of the times that a pause of the host may have made longer without blurring rounds.
    private static final double PAUSED = 0.1;

    public ServiceTime {
        nanos = List.copyOf(nanos);
        if (nanos.isEmpty() || nanos.stream().anyMatch(time -> time <= 0)) {
            throw new IllegalArgumentException("response times must be > 0 ns, at least one, were " + nanos);
        }
    }

    public double meanSeconds() {
        return Mean.of(nanos).value() / 1e9;
    }

    /** Returns half the width of the interval of the mean (95 %), as a share of the mean. */
    public double relativeError() {
        Mean mean = Mean.of(nanos);
        return mean.count() == 1
                ? ERROR_OF_ONE
                : StudentT.interval(Math.max(USUAL, mean.count()) - 1) * mean.standardError() / mean.value();
    }

    /** Returns the standard deviation as a share of the mean; 0 of a single time. */
    public double spread() {
        return spread(nanos);
    }

    /** Returns true if times differ so little that requests which are asked at once are served in rounds. */
    public boolean isServedInRounds() {
        List<Long> sorted = nanos.stream().sorted().toList();
        return spread(sorted.subList(0, (int) Math.ceil((1 - PAUSED) * sorted.size()))) <= SAME_TIMES;
    }

    private static double spread(List<Long> times) {
        Mean mean = Mean.of(times);
        return mean.count() == 1 ? 0 : mean.standardDeviation() / mean.value();
    }
}
