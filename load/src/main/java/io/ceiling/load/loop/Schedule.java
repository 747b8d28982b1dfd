package io.ceiling.load.loop;

/**
 * Intended start times, evenly spaced; they do not move when the agent or the server falls behind, so that waiting is
 * measured and not left out.
 */
public final class Schedule {

    /** What starts later than this after its intended time is late. */
    public static final long LATE_NANOS = 1_000_000;

    private static final double NANOS_PER_SECOND = 1e9;

    private final long startNanos;
    private final double intervalNanos;
    private int count;
    private int taken;

    /**
     * @param startNanos of the first, as {@link System#nanoTime}
     * @param perSecond > 0
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

    /** Returns every {@code parts}-th start beginning with the {@code part}-th: what one of several event loops does of a whole. */
    public static Schedule part(long startNanos, double perSecond, int count, int part, int parts) {
        long offsetNanos = (long) (part * NANOS_PER_SECOND / perSecond);
        int own = Math.max(0, (count - part + parts - 1) / parts);
        return new Schedule(startNanos + offsetNanos, perSecond / parts, own);
    }

    int left() {
        return count - taken;
    }

    /** How many were taken, which is the index of the next. */
    int taken() {
        return taken;
    }

    boolean due(long nowNanos) {
        return taken < count && nextNanos() - nowNanos <= 0;
    }

    /** Intended start of the next. */
    long nextNanos() {
        return startNanos + (long) (taken * intervalNanos);
    }

    /** Intended start of the next, which counts as taken from now on. */
    long take() {
        long intended = nextNanos();
        taken++;
        return intended;
    }

    /** Gives up the last starts; returns how many were left to give up. */
    int drop(int most) {
        int dropped = Math.min(most, left());
        count -= dropped;
        return dropped;
    }
}
