package io.ceiling.load.loop;

/**
 * Evenly spaced intended starts. They do not move when the agent or the server falls behind, so that waiting is
 * measured and not left out. Not thread-safe.
 */
public final class Schedule {

    /** A start is late if it is more than this behind its intended time. */
    public static final long LATE_NANOS = 1_000_000;

    private static final double NANOS_PER_SECOND = 1e9;

    private final long startNanos;
    private final double intervalNanos;
    private int count;
    private int takenCount;

    /**
     * Creates the schedule of a number of starts.
     *
     * @param startNanos intended time of the first start, as {@link System#nanoTime}
     * @param perSecond rate of starts, > 0
     * @param count number of starts, >= 0
     */
    public Schedule(long startNanos, double perSecond, int count) {
        if (!(perSecond > 0)) {
            throw new IllegalArgumentException("rate must be > 0 per second, was %s".formatted(perSecond));
        }
        if (count < 0) {
            throw new IllegalArgumentException("count must be >= 0, was %d".formatted(count));
        }
        this.startNanos = startNanos;
        this.intervalNanos = NANOS_PER_SECOND / perSecond;
        this.count = count;
    }

    /**
     * Returns the share of one event loop in a schedule: every {@code parts}-th start, beginning with the
     * {@code part}-th.
     */
    public static Schedule part(long startNanos, double perSecond, int count, int part, int parts) {
        long offsetNanos = (long) (part * NANOS_PER_SECOND / perSecond);
        int share = Math.max(0, (count - part + parts - 1) / parts);
        return new Schedule(startNanos + offsetNanos, perSecond / parts, share);
    }

    int remaining() {
        return count - takenCount;
    }

    /** Returns the number of starts taken, which is the index of the next one. */
    int takenCount() {
        return takenCount;
    }

    boolean due(long nowNanos) {
        return takenCount < count && nextNanos() - nowNanos <= 0;
    }

    /** Returns the intended time of the next start. */
    long nextNanos() {
        return startNanos + (long) (takenCount * intervalNanos);
    }

    /** Takes the next start and returns its intended time. */
    long take() {
        long intended = nextNanos();
        takenCount++;
        return intended;
    }

    /** Cancels the last {@code max} starts, or all that are left if these are fewer; returns the number cancelled. */
    int drop(int max) {
        int dropped = Math.min(max, remaining());
        count -= dropped;
        return dropped;
    }
}
