package io.ceiling.harness.run.session;

import java.time.Duration;

/** Notices that a count has stood still for too long. */
public final class StallDetector {

    private final Waiting waiting;
    private final long patienceNanos;
    private long lastCount = -1;
    private long lastChangeNanos;

    public StallDetector(Waiting waiting, Duration patience) {
        this.waiting = waiting;
        this.patienceNanos = patience.toNanos();
        this.lastChangeNanos = waiting.nanoTime();
    }

    /** Whether that is the count for too long now. */
    public boolean reached(long count) {
        long now = waiting.nanoTime();
        if (count != lastCount) {
            lastCount = count;
            lastChangeNanos = now;
        }
        return now - lastChangeNanos > patienceNanos;
    }

    /** When the count changed last. */
    public long lastChangeNanos() {
        return lastChangeNanos;
    }
}
