package io.ceiling.harness.model.law;

import java.util.List;

/**
 * The response times of single requests, which wait for no other.
 *
 * @param nanos response time of each, in ns; at least one
 */
public record ServiceTime(List<Long> nanos) {

    /** Quantile of Student's t at 97.5 % for ten requests; of fewer the interval is a little too narrow. */
    private static final double QUANTILE = 2.26;

    /** Relative error of the mean of a single request, whose spread is not known. */
    private static final double ERROR_OF_ONE = 0.25;

    /** Share of the median within which half of the times are alike. */
    private static final double ALIKE = 0.1;

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
        return mean(counted()) / 1e9;
    }

    /** Returns half the width of the interval of the mean (95 %), as a share of the mean. */
    public double relativeError() {
        List<Long> counted = counted();
        if (counted.size() == 1) {
            return ERROR_OF_ONE;
        }
        double mean = mean(counted);
        double squares = counted.stream()
                .mapToDouble(time -> (time - mean) * (time - mean))
                .sum();
        return QUANTILE * Math.sqrt(squares / (counted.size() - 1) / counted.size()) / mean;
    }

    private List<Long> counted() {
        List<Long> sorted = nanos.stream().sorted().toList();
        int last = sorted.size() - 1;
        long median = sorted.get(last / 2);
        boolean alike = sorted.get(last * 3 / 4) - sorted.get(last / 4) <= ALIKE * median;
        return alike
                ? sorted.stream().filter(time -> time <= (1 + ALIKE) * median).toList()
                : sorted;
    }

    private static double mean(List<Long> times) {
        return times.stream().mapToLong(Long::longValue).average().orElseThrow();
    }
}
