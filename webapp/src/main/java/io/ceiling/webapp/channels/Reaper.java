package io.ceiling.webapp.channels;

import java.util.concurrent.TimeUnit;

/** The thread that removes lost clients immediately and checks all others every second. */
final class Reaper implements AutoCloseable {

    private static final long SWEEP_NANOS = 1_000_000_000;

    private static final long CLOSING_MILLIS = 1000;

    private final Subscribers subscribers;
    private final Runnable everySecond;
    private final Thread thread;
    private volatile boolean closed;

    /**
     * Starts the thread.
     *
     * @param everySecond called after each check of all clients
     */
    Reaper(Subscribers subscribers, Runnable everySecond) {
        this.subscribers = subscribers;
        this.everySecond = everySecond;
        this.thread = new Thread(this::run, "ceiling-channels-reaper");
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        long last = System.nanoTime();
        while (!closed) {
            try {
                Subscriber lost = subscribers
                        .lost()
                        .poll(Math.max(1, last + SWEEP_NANOS - System.nanoTime()), TimeUnit.NANOSECONDS);
                if (lost != null) {
                    subscribers.lose(lost);
                }
                if (System.nanoTime() - last >= SWEEP_NANOS) {
                    last = System.nanoTime();
                    subscribers.sweep();
                    everySecond.run();
                }
            } catch (InterruptedException e) {
                return;
            } catch (Throwable t) {
                // Out of memory, or a broken connection: the other clients must still be checked.
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        try {
            thread.join(CLOSING_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
