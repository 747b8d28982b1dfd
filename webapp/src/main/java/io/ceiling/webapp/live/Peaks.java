package io.ceiling.webapp.live;

/**
 * Highest values since the last event: a recursion takes milliseconds, and one reading a second would miss it. Not
 * thread-safe.
 */
final class Peaks {

    private long inFlight;
    private long depth;

    void see(long nowInFlight, long nowDepth) {
        inFlight = Math.max(inFlight, nowInFlight);
        depth = Math.max(depth, nowDepth);
    }

    long inFlight() {
        return inFlight;
    }

    long depth() {
        return depth;
    }

    void reset() {
        inFlight = 0;
        depth = 0;
    }
}
