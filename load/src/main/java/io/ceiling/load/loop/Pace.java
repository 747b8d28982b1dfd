package io.ceiling.load.loop;

/**
 * The pace of a conversation: after each answer, or in an open loop after each intended start, a connection is idle for
 * a time drawn uniformly between two bounds.
 *
 * @param minIdleNanos shortest idle time in nanoseconds, > 0
 * @param maxIdleNanos longest idle time in nanoseconds
 * @param durationNanos time in nanoseconds after which no request is intended to start; 0 ends the running conversation
 * @param seed seed of the draws; the same seed gives each connection the same idle times, whatever the others do
 * @param gridNanos requests are intended to start at multiples of this time only, each at the one nearest to the end of
 *     its idle time; 1 for any time. With many agents on a host, this sends due requests together, which saves most
 *     wake-ups of agents and servers
 * @param spreadNanos time in nanoseconds over which first requests are spread at random; 0 for the rest of an idle time
 *     that began earlier
 * @param open true for an open loop: intended starts do not wait for answers; a request on a busy connection is sent as
 *     soon as the connection is free
 */
public record Pace(
        long minIdleNanos,
        long maxIdleNanos,
        long durationNanos,
        long seed,
        long gridNanos,
        long spreadNanos,
        boolean open) {

    // Index that no draw of a connection has.
    private static final int GRID_SHIFT = -1;

    /** The pace that ends a conversation. */
    public static final Pace NONE = new Pace(1, 1, 0, 0);

    private static final int LENGTH_DRAW = 0;
    private static final int OFFSET_DRAW = 1;
    private static final double UNIT = 0x1.0p-53;

    /** Creates a pace whose requests may start at any time. */
    public Pace(long minIdleNanos, long maxIdleNanos, long durationNanos, long seed) {
        this(minIdleNanos, maxIdleNanos, durationNanos, seed, 1);
    }

    /** Creates a pace of a closed loop whose first requests are due when an idle time that began earlier is over. */
    public Pace(long minIdleNanos, long maxIdleNanos, long durationNanos, long seed, long gridNanos) {
        this(minIdleNanos, maxIdleNanos, durationNanos, seed, gridNanos, 0, false);
    }

    public Pace {
        if (gridNanos < 1) {
            throw new IllegalArgumentException("grid must be >= 1 ns, was %d ns".formatted(gridNanos));
        }
        if (minIdleNanos < 1 || maxIdleNanos < minIdleNanos) {
            throw new IllegalArgumentException(
                    "idle times must be 0 < min <= max, were %d..%d ns".formatted(minIdleNanos, maxIdleNanos));
        }
        if (spreadNanos < 0) {
            throw new IllegalArgumentException("spread must be >= 0, was %d ns".formatted(spreadNanos));
        }
        if (durationNanos < 0) {
            throw new IllegalArgumentException("duration must be >= 0, was %d ns".formatted(durationNanos));
        }
    }

    public Pace withSeed(long other) {
        return new Pace(minIdleNanos, maxIdleNanos, durationNanos, other, gridNanos, spreadNanos, open);
    }

    /** Returns the same pace with first requests spread over that time. */
    public Pace withSpread(long nanos) {
        return new Pace(minIdleNanos, maxIdleNanos, durationNanos, seed, gridNanos, nanos, open);
    }

    public Pace withOpenLoop() {
        return new Pace(minIdleNanos, maxIdleNanos, durationNanos, seed, gridNanos, spreadNanos, true);
    }

    /**
     * Returns for how many nanoseconds a connection is idle before its first request.
     *
     * <p>Notes. The value is drawn as the remainder of an idle time at a random moment, so that the rate is the lasting
     * one from the first second on. The probability that such a moment falls into an idle time is proportional to its
     * length; so the square of the length is uniform between the squares of the bounds, and the remainder is uniform
     * within the length.
     */
    long firstIdleNanos(long connection) {
        if (spreadNanos > 0) {
            return (long) (draw(connection, OFFSET_DRAW) * spreadNanos);
        }
        double shortest = (double) minIdleNanos * minIdleNanos;
        double longest = (double) maxIdleNanos * maxIdleNanos;
        double length = Math.sqrt(shortest + draw(connection, LENGTH_DRAW) * (longest - shortest));
        return (long) (draw(connection, OFFSET_DRAW) * length);
    }

    /**
     * Returns for how many nanoseconds a connection is idle after its n-th answer.
     *
     * @param answer number of the answer, >= 1
     */
    long idleNanos(long connection, int answer) {
        return minIdleNanos + (long) (draw(connection, OFFSET_DRAW + answer) * (maxIdleNanos - minIdleNanos + 1));
    }

    /**
     * Returns the time of the grid that is nearest to this time, but not before the earliest one; all as
     * {@link System#nanoTime}. The mean idle time does not change if the range of idle times is several times the grid.
     * Grids of different seeds are shifted, so that not all agents send at the same moments.
     *
     * @param earliestNanos time before which no request may start
     */
    long nearestGridTime(long nanos, long earliestNanos) {
        long shift = Math.floorMod(SplitMix64.at(seed, GRID_SHIFT), gridNanos);
        long nearest = next(nanos - gridNanos / 2, shift);
        return nearest - earliestNanos < 0 ? next(earliestNanos, shift) : nearest;
    }

    private long next(long nanos, long shift) {
        return nanos + Math.floorMod(shift - nanos, gridNanos);
    }

    private double draw(long connection, int number) {
        return (SplitMix64.at(SplitMix64.at(seed, connection), number) >>> 11) * UNIT;
    }
}
