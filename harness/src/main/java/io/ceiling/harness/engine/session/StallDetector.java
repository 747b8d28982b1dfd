package io.ceiling.harness.engine.session;

import java.time.Duration;

/** Detects that a count has not changed for too long. Not thread-safe. */
public final class StallDetector {

    private final RunClock clock;
    private final long patienceNanos;
    private long lastCount = -1;
    private long lastChangeNanos;

    public StallDetector(RunClock clock, Duration patience) {
        this.clock = clock;
        this.patienceNanos = patience.toNanos();
        this.lastChangeNanos = clock.nanoTime();
    }

    /** Returns true once the count has not changed for longer than the patience. */
    public boolean isStalled(long count) {
        long now = clock.nanoTime();
        if (count != lastCount) {
            lastCount = count;
            lastChangeNanos = now;
        }
        return now - lastChangeNanos > patienceNanos;
    }

    /** Returns the time of the last change, in the time of {@link RunClock#nanoTime}. */
    public long lastChangeNanos() {
        return lastChangeNanos;
    }
}
