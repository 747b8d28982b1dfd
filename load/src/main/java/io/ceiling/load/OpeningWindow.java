package io.ceiling.load;

/**
 * Decides when an agent opens its next connection: while fewer than a window wait for their first answer, no sooner after the
 * last one than the pace allows, and never again after a failure. It reads no clock. Not thread-safe.
 */
final class OpeningWindow {

    private static final double NANOS_PER_SECOND = 1e9;

    private final int window;
    private final long intervalNanos;
    private int left;
    private int opened;
    private long waiting;
    private boolean begun;
    private long nextNanos;

    /**
     * A window that is not open yet.
     *
     * @param connections to be opened, >= 0
     * @param window how many may wait for their first answer at once, >= 1
     * @param perSecond how many are started in a second at most, > 0
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
        this.left = connections;
        this.window = window;
        this.intervalNanos = (long) (NANOS_PER_SECOND / perSecond);
    }

    /**
     * Opens the window.
     *
     * @param pending connections that waited for their first answer when the window was first told of settled ones
     */
    void begin(long pending, long nowNanos) {
        waiting += pending;
        nextNanos = nowNanos;
        begun = true;
    }

    /** Returns true if the window has room for another connection that is to be opened. */
    boolean hasRoom() {
        return begun && left > 0 && waiting < window;
    }

    /** Lets the next connection in, which waits for its answer from now on; returns when it is meant to start, now or later. */
    long open(long nowNanos) {
        long intended = nextNanos - nowNanos > 0 ? nextNanos : nowNanos;
        nextNanos = intended + intervalNanos;
        waiting++;
        opened++;
        left--;
        return intended;
    }

    /** Takes note that a connection waits no more. */
    void settled() {
        waiting--;
    }

    /** Lets no more in. */
    void close() {
        left = 0;
    }

    /** Returns how many connections were let in. */
    int opened() {
        return opened;
    }
}
