package io.ceiling.webapp.channels;

import java.time.Duration;

/**
 * Decides in which checks a stream gets its keep-alive message: once in each interval, each client at its own time.
 *
 * <p>When one check wrote to all streams, 19 000 heartbeats delayed every message by a quarter of a second. Not
 * thread-safe.
 */
final class HeartbeatSchedule {

    // An odd number without pattern, which sends neighbouring hash codes far apart.
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private final long intervalNanos;
    private final long startNanos;
    private long last;
    private long now;

    /**
     * Creates the times of all clients.
     *
     * @param startNanos time before the first check, as {@link System#nanoTime}
     */
    HeartbeatSchedule(Duration interval, long startNanos) {
        this.intervalNanos = interval.toNanos();
        this.startNanos = startNanos;
    }

    /** Begins a check at that time. */
    void check(long nanos) {
        last = now;
        now = nanos - startNanos;
    }

    /** Returns true if the time of that client lies between this check and the one before. */
    boolean isDue(String client) {
        long offset = Math.floorMod(client.hashCode() * SPREAD, intervalNanos);
        return (now + offset) / intervalNanos != (last + offset) / intervalNanos;
    }
}
