package io.ceiling.load;

/** The longest time that a thread overslept. Thread-safe. */
final class Pauses {

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
