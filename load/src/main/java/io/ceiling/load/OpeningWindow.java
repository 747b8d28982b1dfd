package io.ceiling.load;

/**
 * Decides when an agent opens its next connection.
 *
 * <p>A connection is admitted while fewer connections than the window wait for their first answer, no sooner after the
 * previous one than the pace allows, and never after a failure. Times are passed in as {@link System#nanoTime}. Not
 * thread-safe.
 */
final class OpeningWindow {

    private static final double NANOS_PER_SECOND = 1e9;

    private final int window;
    private final long intervalNanos;
    private int remaining;
    private int openedCount;
    private long waiting;
    private boolean started;
    private long nextNanos;

    /**
     * Creates a window that admits nothing before {@link #begin}.
     *
     * @param connections number of connections to open, >= 0
     * @param window maximum number of connections that wait for their first answer at the same time, >= 1
     * @param perSecond maximum rate of connection starts, > 0
     */
    OpeningWindow(int connections, int window, double perSecond) {
        if (connections < 0) {
            throw new IllegalArgumentException("connections must be >= 0, were %d".formatted(connections));
        }
        if (window < 1) {
            throw new IllegalArgumentException("window must be >= 1, was %d".formatted(window));
        }
        if (!(perSecond > 0)) {
            throw new IllegalArgumentException("rate must be > 0 per second, was %s".formatted(perSecond));
        }
        this.remaining = connections;
        this.window = window;
        this.intervalNanos = (long) (NANOS_PER_SECOND / perSecond);
    }

    /**
     * Starts to admit connections.
     *
     * @param pending number of connections that waited for their first answer when calls of {@link #recordSettled} began
     */
    void begin(long pending, long nowNanos) {
        waiting += pending;
        nextNanos = nowNanos;
        started = true;
    }

    /** Returns true if a connection is left to open and the window has room for it. */
    boolean hasRoom() {
        return started && remaining > 0 && waiting < window;
    }

    /**
     * Admits the next connection, which counts as waiting from now on, and returns its intended start, now or later.
     */
    long open(long nowNanos) {
        long intended = nextNanos - nowNanos > 0 ? nextNanos : nowNanos;
        nextNanos = intended + intervalNanos;
        waiting++;
        openedCount++;
        remaining--;
        return intended;
    }

    /** Records that a connection no longer waits for its first answer. */
    void recordSettled() {
        waiting--;
    }

    /** Admits no further connection. */
    void close() {
        remaining = 0;
    }

    /** Returns the number of connections admitted. */
    int openedCount() {
        return openedCount;
    }
}
