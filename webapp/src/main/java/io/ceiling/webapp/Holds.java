package io.ceiling.webapp;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The requests that are held, all until the same event, but none for longer than a given time: where every request thread is
 * held, none is left to take the request that would let them go. Thread-safe; only {@link Ticket#await} blocks.
 *
 * <p>The lock is held for a few instructions and never while waiting; waiting is on a latch, which frees the carrier of a
 * virtual thread. Whoever takes a ticket out of its generation ends the request, so that two never do.
 */
final class Holds implements AutoCloseable {

    /** Longest time that means there is none; then neither a timer nor a timed wait weighs on what is measured. */
    static final int NO_LIMIT = 0;

    private static final Logger LOG = Logger.getLogger(Holds.class.getName());

    private final ReentrantLock lock = new ReentrantLock();
    private final int cap;
    private final int longestSeconds;
    private final Gauges gauges;
    private final ScheduledThreadPoolExecutor timer;
    private Generation current = new Generation();
    private int held;

    /** @param longestSeconds that a request is held, or {@link #NO_LIMIT} */
    Holds(int cap, int longestSeconds, Gauges gauges) {
        this.cap = cap;
        this.longestSeconds = longestSeconds;
        this.gauges = gauges;
        this.timer = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, "ceiling-hold-timer");
            thread.setDaemon(true);
            return thread;
        });
        timer.setRemoveOnCancelPolicy(true);
        if (longestSeconds != NO_LIMIT) {
            // Before any limit bites: at a ceiling there may be no thread to be had.
            timer.prestartCoreThread();
        }
    }

    /** How a held request ends. */
    enum End {
        RELEASED,
        /** It was held for the longest time. */
        TIMED_OUT
    }

    /** What is done to an asynchronous hold at its end. */
    interface OnEnd {
        void end(End how);
    }

    /** Registers a request that will wait in its thread. */
    Ticket enterBlocking() throws RefusedException {
        return enter(Gauge.BLOCKING_HOLDS, how -> {});
    }

    /** Registers a request that waits without a thread; the action runs once, in the releasing thread or in the timer's. */
    Ticket enterAsync(OnEnd action) throws RefusedException {
        Ticket ticket = enter(Gauge.ASYNC_HOLDS, action);
        boolean timed = false;
        try {
            if (longestSeconds != NO_LIMIT) {
                ticket.timeOutLater();
            }
            timed = true;
        } finally {
            if (!timed) {
                ticket.cancel();
            }
        }
        return ticket;
    }

    private Ticket enter(Gauge gauge, OnEnd action) throws RefusedException {
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
        endAll(released);
        return released.size();
    }

    private static void endAll(List<Ticket> released) {
        Throwable failure = null;
        for (Ticket ticket : released) {
            try {
                ticket.action.end(End.RELEASED);
            } catch (RuntimeException | Error e) {
                // Nobody else would end the others: they are forgotten already. At a ceiling of memory many may fail.
                failure = e;
            }
        }
        if (failure != null) {
            LOG.log(Level.WARNING, "the end of a held request failed", failure);
        }
    }

    /** Whether it was held until now. */
    private boolean forget(Ticket ticket) {
        boolean here = ticket.generation.tickets.remove(ticket);
        if (here) {
            held--;
            gauges.decrement(ticket.gauge);
            if (ticket.timeOut != null) {
                ticket.timeOut.cancel(false);
            }
        }
        return here;
    }

    /** Ends nothing that is held, but no time-out comes any more. */
    @Override
    public void close() {
        timer.shutdownNow();
        try {
            boolean ignored = timer.awaitTermination(1, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static final class Generation {
        private final CountDownLatch event = new CountDownLatch(1);
        private final Set<Ticket> tickets = new HashSet<>();
    }

    /** One held request. */
    final class Ticket {

        private final Gauge gauge;
        private final OnEnd action;
        private final Generation generation;
        /** Guarded by the lock. */
        private @Nullable Future<?> timeOut;

        private Ticket(Gauge gauge, OnEnd action, Generation generation) {
            this.gauge = gauge;
            this.action = action;
            this.generation = generation;
        }

        /** Blocks until the event, or for the longest time. */
        End await() throws InterruptedException {
            if (longestSeconds == NO_LIMIT) {
                generation.event.await();
                return End.RELEASED;
            }
            boolean event = generation.event.await(longestSeconds, TimeUnit.SECONDS);
            return event || !cancel() ? End.RELEASED : End.TIMED_OUT;
        }

        private void timeOutLater() {
            lock.lock();
            try {
                // The event may have come already.
                if (generation.tickets.contains(this)) {
                    timeOut = timer.schedule(this::timeOut, longestSeconds, TimeUnit.SECONDS);
                }
            } finally {
                lock.unlock();
            }
        }

        private void timeOut() {
            if (cancel()) {
                action.end(End.TIMED_OUT);
            }
        }

        /** Counts this request no longer: its client is gone. Returns whether it was held until now. */
        boolean cancel() {
            lock.lock();
            try {
                return forget(this);
            } finally {
                lock.unlock();
            }
        }
    }
}
