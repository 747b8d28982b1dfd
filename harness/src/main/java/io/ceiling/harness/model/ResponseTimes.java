package io.ceiling.harness.model;

/**
 * Mean and percentiles of one histogram, in nanoseconds.
 *
 * @param count values in the histogram; without any all else is 0
 */
public record ResponseTimes(long count, double meanNanos, long p50Nanos, long p99Nanos, long p999Nanos, long maxNanos) {

    public static final ResponseTimes NONE = new ResponseTimes(0, 0, 0, 0, 0, 0);

    /** Returns whether there is no value. */
    public boolean isEmpty() {
        return count == 0;
    }
}
