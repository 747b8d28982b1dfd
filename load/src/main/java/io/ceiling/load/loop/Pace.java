package io.ceiling.load.loop;

import java.io.Serializable;

/**
 * How often each connection asks again: after an answer it is idle for a time drawn evenly between two bounds.
 *
 * @param minIdleNanos shortest idle time, > 0
 * @param maxIdleNanos longest idle time
 * @param durationNanos no request is meant to start so long after the beginning, or later; 0 ends what was begun before
 * @param seed of the draws: the same seed gives each connection the same idle times, whatever the others do
 */
public record Pace(long minIdleNanos, long maxIdleNanos, long durationNanos, long seed) implements Serializable {

    private static final long serialVersionUID = 1;

    /** Nobody asks any more. */
    public static final Pace NONE = new Pace(1, 1, 0, 0);

    private static final int FIRST_LENGTH = 0;
    private static final int FIRST_PART = 1;
    private static final double UNIT = 0x1.0p-53;

    public Pace {
        if (minIdleNanos < 1 || maxIdleNanos < minIdleNanos) {
            throw new IllegalArgumentException(
                    "idle times must be 0 < min <= max, were %d..%d ns".formatted(minIdleNanos, maxIdleNanos));
        }
        if (durationNanos < 0) {
            throw new IllegalArgumentException("duration must be >= 0, was %d ns".formatted(durationNanos));
        }
    }

    /**
     * How long a connection is idle before it asks for the first time.
     *
     * <p>Notes. It is drawn as what is left of an idle time at a random moment, so that connections ask at the same rate from
     * the first second on. Such a moment falls into an idle time the likelier the longer that is, and anywhere in it.
     */
    long firstIdleNanos(long connection) {
        double shortest = (double) minIdleNanos * minIdleNanos;
        double longest = (double) maxIdleNanos * maxIdleNanos;
        double length = Math.sqrt(shortest + drawn(connection, FIRST_LENGTH) * (longest - shortest));
        return (long) (drawn(connection, FIRST_PART) * length);
    }

    /** How long a connection is idle after its n-th answer, n from 1 on. */
    long idleNanos(long connection, int answer) {
        return minIdleNanos + (long) (drawn(connection, FIRST_PART + answer) * (maxIdleNanos - minIdleNanos + 1));
    }

    /** From 0 to below 1. */
    private double drawn(long connection, int number) {
        return (SplitMix64.at(SplitMix64.at(seed, connection), number) >>> 11) * UNIT;
    }
}
