package io.ceiling.webapp;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The requests that are held, all until the same event. Thread-safe; only {@link Ticket#await} blocks.
 *
 * <p>The lock is held for a few instructions and never while waiting; waiting is on a latch, which frees the carrier of a
 * virtual thread.
 */
final class Holds {

    private final ReentrantLock lock = new ReentrantLock();
    private final int cap;
    private final Gauges gauges;
    private Generation current = new Generation();
    private int held;

    Holds(int cap, Gauges gauges) {
        this.cap = cap;
        this.gauges = gauges;
    }

    /** What is done to an asynchronous hold at the event. */
    interface OnRelease {
        void release();
    }

    /** Registers a request that will wait in its thread. */
    Ticket enterBlocking() throws RefusedException {
        return enter(Gauge.BLOCKING_HOLDS, () -> {});
    }

    /** Registers a request that waits without a thread; the action runs once, in the releasing thread. */
    Ticket enterAsync(OnRelease action) throws RefusedException {
        return enter(Gauge.ASYNC_HOLDS, action);
    }

    private Ticket enter(Gauge gauge, OnRelease action) throws RefusedException {
        lock.lock();
        try {
            if (held >= cap) {
                throw new RefusedException(
                        RefusedException.UNAVAILABLE,
                        "%d requests are held, no more are allowed. Hint: raise ceiling.hold.cap".formatted(cap));
            }
            Ticket ticket = new Ticket(gauge, action, current);
            current.tickets.add(ticket);
            held++;
            gauges.increment(gauge);
            return ticket;
        } finally {
            lock.unlock();
        }
    }

    /** Lets all go that are held now; returns how many. Those that come while this runs wait for the next event. */
    int release() {
        List<Ticket> released;
        Generation generation;
        lock.lock();
        try {
            generation = current;
            current = new Generation();
            released = new ArrayList<>(generation.tickets);
            released.forEach(this::forget);
        } finally {
            lock.unlock();
        }
        generation.event.countDown();
        released.forEach(ticket -> ticket.action.release());
        return released.size();
    }

    private void forget(Ticket ticket) {
        if (ticket.generation.tickets.remove(ticket)) {
            held--;
            gauges.decrement(ticket.gauge);
        }
    }

    private static final class Generation {
        private final CountDownLatch event = new CountDownLatch(1);
        private final Set<Ticket> tickets = new HashSet<>();
    }

    /** One held request. */
    final class Ticket {

        private final Gauge gauge;
        private final OnRelease action;
        private final Generation generation;

        private Ticket(Gauge gauge, OnRelease action, Generation generation) {
            this.gauge = gauge;
            this.action = action;
            this.generation = generation;
        }

        /** Blocks until the event. */
        void await() throws InterruptedException {
            generation.event.await();
        }

        /** Counts this request no longer: its client is gone. Without effect after the event. */
        void cancel() {
            lock.lock();
            try {
                forget(this);
            } finally {
                lock.unlock();
            }
        }
    }
}
