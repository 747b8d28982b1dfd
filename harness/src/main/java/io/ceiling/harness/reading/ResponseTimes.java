package io.ceiling.harness.reading;

/**
 * The mean and percentiles of one histogram, in nanoseconds.
 *
 * @param count number of values in the histogram; if it is 0, all other fields are 0
 */
public record ResponseTimes(long count, double meanNanos, long p50Nanos, long p99Nanos, long p999Nanos, long maxNanos) {

    public static final ResponseTimes NONE = new ResponseTimes(0, 0, 0, 0, 0, 0);

    public boolean isEmpty() {
        return count == 0;
    }
}
