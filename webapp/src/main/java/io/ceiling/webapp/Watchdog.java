package io.ceiling.webapp;

import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;

/**
 * The thread that notices stalled recursions. It is started before any limit is reached, allocates nothing, and
 * survives every exception.
 */
final class Watchdog implements AutoCloseable {

    /** A longer tick is a pause of this JVM (garbage collection, a busy host), during which nothing could progress. */
    private static final int LONGEST_TICK = 3;

    private static final long CLOSING_MILLIS = 1000;

    private final LongConsumer watch;
    private final long tickNanos;
    private final Thread thread;
    private volatile boolean closed;

    /**
     * Starts the thread.
     *
     * @param watch called with the nanoseconds since its last call, at most three ticks
     * @param tickNanos time between two calls
     */
    Watchdog(LongConsumer watch, long tickNanos) {
        this.watch = watch;
        this.tickNanos = tickNanos;
        this.thread = new Thread(this::run, "ceiling-watchdog");
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        long last = System.nanoTime();
        while (!closed) {
            try {
                LockSupport.parkNanos(this, tickNanos);
                long now = System.nanoTime();
                long elapsed = Math.min(now - last, LONGEST_TICK * tickNanos);
                last = now;
                watch.accept(elapsed);
            } catch (Throwable t) {
                // Most likely out of memory, at the very ceiling that is being looked for. The next tick tries again.
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
        try {
            thread.join(CLOSING_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
