package io.ceiling.webapp;

import java.util.concurrent.locks.LockSupport;

/**
 * Measures by how much a thread oversleeps, which shows the effect of garbage collections, a busy host or a stopped
 * machine on this process. The maximum of the last one to two seconds is a gauge. The method is that of jHiccup.
 */
final class PauseMeter implements AutoCloseable {

    private static final long WINDOW_NANOS = 1_000_000_000;

    private final Gauges gauges;
    private final long tickNanos;
    private final Thread thread;
    private volatile boolean closed;

    /**
     * Starts the thread.
     *
     * @param tickNanos time for which it means to sleep; a shorter pause may fall into it and is not seen
     */
    PauseMeter(Gauges gauges, long tickNanos) {
        this.gauges = gauges;
        this.tickNanos = tickNanos;
        this.thread = new Thread(this::run, "ceiling-pauses");
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        long windowStart = System.nanoTime();
        long before = 0;
        long longest = 0;
        while (!closed) {
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

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
    }
}
