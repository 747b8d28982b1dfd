package io.ceiling.load;

import java.util.concurrent.TimeUnit;

/**
 * Measures for how long this process was kept from running, by its garbage collector or by processes that had the
 * processors.
 *
 * <p>A thread repeatedly sleeps for some milliseconds and records by how much it overslept, as jHiccup does.
 * Thread-safe.
 */
final class PauseDetector implements AutoCloseable {

    /** The longest time by which a thread overslept. Thread-safe. */
    static final class Pauses {

        private final long sleepNanos;
        private long longestNanos;
        private long resetAtNanos;

        /** @param sleepNanos intended length of each sleep in nanoseconds */
        Pauses(long sleepNanos, long now) {
            this.sleepNanos = sleepNanos;
            this.resetAtNanos = now;
        }

        synchronized void recordSleep(long fromNanos, long toNanos) {
            // Only the part of a pause after the last reset counts.
            long from = fromNanos - resetAtNanos < 0 ? resetAtNanos : fromNanos;
            longestNanos = Math.max(longestNanos, toNanos - from - sleepNanos);
        }

        synchronized void forget(long now) {
            longestNanos = 0;
            resetAtNanos = now;
        }

        synchronized long longestNanos() {
            return longestNanos;
        }
    }

    private final int sleepMillis;
    private final Pauses inStep;
    private final Pauses inTraffic;
    private final Thread thread;

    /**
     * Starts to measure.
     *
     * @param sleepMillis intended length of each sleep in milliseconds; a shorter pause may go undetected
     */
    PauseDetector(int sleepMillis) {
        this.sleepMillis = sleepMillis;
        long sleepNanos = TimeUnit.MILLISECONDS.toNanos(sleepMillis);
        inStep = new Pauses(sleepNanos, System.nanoTime());
        inTraffic = new Pauses(sleepNanos, System.nanoTime());
        thread = new Thread(this::sleepRepeatedly, "pause-detector");
        thread.setDaemon(true);
        thread.start();
    }

    /** Begins a new step, and with it new traffic: no pause so far counts for them. */
    void beginStep() {
        inStep.forget(System.nanoTime());
        beginTraffic();
    }

    /** Begins new traffic within a step: no pause so far counts for the traffic. */
    void beginTraffic() {
        inTraffic.forget(System.nanoTime());
    }

    /** Returns the longest pause in nanoseconds since the last {@link #beginStep}. */
    long longestInStepNanos() {
        return inStep.longestNanos();
    }

    /** Returns the longest pause in nanoseconds since the last {@link #beginTraffic} or {@link #beginStep}. */
    long longestInTrafficNanos() {
        return inTraffic.longestNanos();
    }

    private void sleepRepeatedly() {
        try {
            while (true) {
                long before = System.nanoTime();
                Thread.sleep(sleepMillis);
                long after = System.nanoTime();
                inStep.recordSleep(before, after);
                inTraffic.recordSleep(before, after);
            }
        } catch (InterruptedException e) {
            // Expected: close() ends the thread by an interrupt.
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
