package io.ceiling.webapp;

import io.ceiling.protocol.Gauge;
import io.ceiling.protocol.Gauges;
import java.util.concurrent.locks.LockSupport;

/**
 * Measures by how much a thread oversleeps, which shows the effect of garbage collections, a busy host or a stopped
 * machine on this process. The maximum of the last one to two seconds is a gauge. The method is that of jHiccup.
 */
final class PauseMeter implements Loop.Task {

    private static final long WINDOW_NANOS = 1_000_000_000;

    private final Gauges gauges;
    private final long tickNanos;
    private long windowStart = System.nanoTime();
    private long before;
    private long longest;

    private PauseMeter(Gauges gauges, long tickNanos) {
        this.gauges = gauges;
        this.tickNanos = tickNanos;
    }

    /**
     * Starts the thread.
     *
     * @param tickNanos time for which it means to sleep; a shorter pause may fall into it and is not seen
     */
    static Loop start(Gauges gauges, long tickNanos) {
        return new Loop("ceiling-pauses", new PauseMeter(gauges, tickNanos));
    }

    @Override
    public void runOnce() {
        long start = System.nanoTime();
        LockSupport.parkNanos(this, tickNanos);
        long now = System.nanoTime();
        longest = Math.max(longest, now - start - tickNanos);
        if (now - windowStart >= WINDOW_NANOS) {
            windowStart = now;
            before = longest;
            longest = 0;
        }
        gauges.set(Gauge.LONGEST_PAUSE, Math.max(before, longest));
    }
}
