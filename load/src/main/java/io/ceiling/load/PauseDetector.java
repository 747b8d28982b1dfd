package io.ceiling.load;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Notes for how long this process was kept from running, by its own collector or by others that have the processors: a thread
 * sleeps one millisecond after the other and sees how much longer it took, as jHiccup does. Thread-safe.
 */
final class PauseDetector implements AutoCloseable {

    /** The longest time that a thread overslept. Thread-safe. */
    static final class Pauses {

        private final long sleepNanos;
        private long longestNanos;
        private long forgottenAtNanos;

        /** @param sleepNanos for how long the thread means to sleep each time */
        Pauses(long sleepNanos, long now) {
            this.sleepNanos = sleepNanos;
            this.forgottenAtNanos = now;
        }

        synchronized void slept(long fromNanos, long toNanos) {
            // What of a pause was before the last forgetting belongs to the time before.
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

    /** Runs from now on, with nothing noted. */
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

    /** The longest pause since the last {@link #start} or {@link #forget}; 0 while it does not run. */
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
            // Closed.
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
