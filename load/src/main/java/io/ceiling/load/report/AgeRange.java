package io.ceiling.load.report;

/**
 * The lowest and the highest of a number of ages, in nanoseconds. The empty range {@link #NONE} has its bounds in
 * reverse order.
 *
 * @param youngestNanos lowest age in nanoseconds
 * @param oldestNanos highest age in nanoseconds
 */
public record AgeRange(long youngestNanos, long oldestNanos) {

    /** The empty range. */
    public static final AgeRange NONE = new AgeRange(Long.MAX_VALUE, Long.MIN_VALUE);

    public static AgeRange of(long nanos) {
        return new AgeRange(nanos, nanos);
    }

    public boolean isEmpty() {
        return youngestNanos > oldestNanos;
    }

    /** Returns the smallest range that contains both ranges. */
    public AgeRange plus(AgeRange other) {
        return new AgeRange(Math.min(youngestNanos, other.youngestNanos), Math.max(oldestNanos, other.oldestNanos));
    }

    /** Returns the difference between the highest and the lowest age in nanoseconds; 0 for the empty range. */
    public long spreadNanos() {
        return isEmpty() ? 0 : oldestNanos - youngestNanos;
    }
}
