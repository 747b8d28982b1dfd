package io.ceiling.webapp;

import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;

/** Notices stalled recursions. Its thread is started before any limit is reached, and allocates nothing. */
final class Watchdog implements Loop.Task {

    // A longer tick is a pause of this JVM (garbage collection, a busy host), during which nothing could progress.
    private static final int LONGEST_TICK = 3;

    private final LongConsumer watch;
    private final long tickNanos;
    private long last = System.nanoTime();

    private Watchdog(LongConsumer watch, long tickNanos) {
        this.watch = watch;
        this.tickNanos = tickNanos;
    }

    /**
     * Starts the thread.
     *
     * @param watch called with the nanoseconds since its last call, at most three ticks
     * @param tickNanos time between two calls
     */
    static Loop start(LongConsumer watch, long tickNanos) {
        return new Loop("ceiling-watchdog", new Watchdog(watch, tickNanos));
    }

    @Override
    public void runOnce() {
        LockSupport.parkNanos(this, tickNanos);
        long now = System.nanoTime();
        long elapsed = Math.min(now - last, LONGEST_TICK * tickNanos);
        last = now;
        watch.accept(elapsed);
    }
}
