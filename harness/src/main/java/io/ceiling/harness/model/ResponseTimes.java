package io.ceiling.harness.model;

/** Percentiles of one histogram, in nanoseconds; from the intended start of each request unless said otherwise. */
public record ResponseTimes(long count, long p50Nanos, long p99Nanos, long p999Nanos, long maxNanos) {

    public static final ResponseTimes NONE = new ResponseTimes(0, 0, 0, 0, 0);
}
