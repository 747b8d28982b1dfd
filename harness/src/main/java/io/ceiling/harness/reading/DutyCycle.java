package io.ceiling.harness.reading;

/**
 * Computes the pause between readings so that all of them take at most 1/N of a processor: a reading may list a million
 * sockets, or thousands of threads. Pure.
 *
 * @param parts the time from one reading to the next, in times of a reading
 */
public record DutyCycle(int parts) {

    /** A tenth of a processor, for a wait of some seconds in which the server does nothing else. */
    public static final DutyCycle TENTH = new DutyCycle(10);

    /** A hundredth, for what goes on during a measurement. */
    public static final DutyCycle HUNDREDTH = new DutyCycle(100);

    /** A thousandth, for each of several things that may take a hundredth together. */
    public static final DutyCycle THOUSANDTH = new DutyCycle(1_000);

    /**
     * Returns the time from the begin of a reading to that of the next one.
     *
     * @param leastNanos time that passes in any case, in ns
     * @param tookNanos time that the reading took, in ns
     */
    public long nanos(long leastNanos, long tookNanos) {
        return Math.max(leastNanos, tookNanos * parts);
    }
}
