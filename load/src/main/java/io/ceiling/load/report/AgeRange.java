package io.ceiling.load.report;

import java.io.Serializable;

/**
 * The youngest and the oldest of some ages, in nanoseconds; {@link #NONE}, which is empty, has its ends the wrong way round.
 */
public record AgeRange(long youngestNanos, long oldestNanos) implements Serializable {

    private static final long serialVersionUID = 1;

    /** There is no age. */
    public static final AgeRange NONE = new AgeRange(Long.MAX_VALUE, Long.MIN_VALUE);

    /** Returns the range of one age. */
    public static AgeRange of(long nanos) {
        return new AgeRange(nanos, nanos);
    }

    public boolean isEmpty() {
        return youngestNanos > oldestNanos;
    }

    /** Returns the range of the ages of both. */
    public AgeRange plus(AgeRange other) {
        return new AgeRange(Math.min(youngestNanos, other.youngestNanos), Math.max(oldestNanos, other.oldestNanos));
    }

    /** Returns how far the ends are apart; 0 if there is no age. */
    public long spreadNanos() {
        return isEmpty() ? 0 : oldestNanos - youngestNanos;
    }
}
