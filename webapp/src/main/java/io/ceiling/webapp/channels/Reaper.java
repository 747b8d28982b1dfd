package io.ceiling.webapp.channels;

import io.ceiling.webapp.Loop;
import java.util.concurrent.TimeUnit;

/** Removes lost clients immediately, and checks all others every second. */
final class Reaper implements Loop.Task {

    private static final long SWEEP_NANOS = 1_000_000_000;

    private final Subscribers subscribers;
    private final Runnable everySecond;
    private long last = System.nanoTime();

    private Reaper(Subscribers subscribers, Runnable everySecond) {
        this.subscribers = subscribers;
        this.everySecond = everySecond;
    }

    /**
     * Starts the thread.
     *
     * @param everySecond called after each check of all clients
     */
    static Loop start(Subscribers subscribers, Runnable everySecond) {
        return new Loop("ceiling-channels-reaper", new Reaper(subscribers, everySecond));
    }

    @Override
    public void runOnce() throws InterruptedException {
        Subscriber lost = subscribers
                .lostSubscribers()
                .poll(Math.max(1, last + SWEEP_NANOS - System.nanoTime()), TimeUnit.NANOSECONDS);
        if (lost != null) {
            subscribers.handleLoss(lost);
        }
        if (System.nanoTime() - last >= SWEEP_NANOS) {
            last = System.nanoTime();
            subscribers.sweep();
            everySecond.run();
        }
    }
}
