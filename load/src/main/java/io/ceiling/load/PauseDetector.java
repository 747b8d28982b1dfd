package io.ceiling.load;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Measures for how long this process was kept from running, by its garbage collector or by processes that had the
 * processors.
 *
 * <p>A thread repeatedly sleeps 1 ms and records by how much it overslept, as jHiccup does. Thread-safe.
 */
final class PauseDetector implements AutoCloseable {

    /** The longest time by which a thread overslept. Thread-safe. */
    static final class Pauses {

        private final long sleepNanos;
        private long longestNanos;
        private long forgottenAtNanos;

        /** @param sleepNanos time for which the thread means to sleep each time */
        Pauses(long sleepNanos, long now) {
            this.sleepNanos = sleepNanos;
            this.forgottenAtNanos = now;
        }

        synchronized void slept(long fromNanos, long toNanos) {
            // Only the part of a pause after the last reset counts.
            long from = fromNanos - forgottenAtNanos < 0 ? forgottenAtNanos : fromNanos;
            longestNanos = Math.max(longestNanos, toNanos - from - sleepNanos);
        }

        synchronized void forget(long now) {
            longestNanos = 0;
            forgottenAtNanos = now;
        }

        synchronized long longestNanos() {
            return longestNanos;
        }
    }

    private final Pauses pauses = new Pauses(TimeUnit.MILLISECONDS.toNanos(1), System.nanoTime());
    private @Nullable Thread thread;

    /** Resets the longest pause, and starts to measure if this detector is not running. */
    synchronized void start() {
        forget();
        if (thread == null) {
            Thread started = new Thread(this::sleepOverAndOver, "pause-detector");
            started.setDaemon(true);
            started.start();
            thread = started;
        }
    }

    void forget() {
        pauses.forget(System.nanoTime());
    }

    /**
     * Returns the longest pause in nanoseconds since the last {@link #start} or {@link #forget}; 0 while this detector
     * is not running.
     */
    synchronized long longestNanos() {
        return thread == null ? 0 : pauses.longestNanos();
    }

    private void sleepOverAndOver() {
        try {
            while (true) {
                long before = System.nanoTime();
                Thread.sleep(1);
                pauses.slept(before, System.nanoTime());
            }
        } catch (InterruptedException e) {
            // Expected: close() ends the thread by an interrupt.
        }
    }

    @Override
    public synchronized void close() {
        if (thread != null) {
            thread.interrupt();
            thread = null;
        }
    }
}
