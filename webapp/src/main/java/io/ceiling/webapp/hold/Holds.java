package io.ceiling.webapp.hold;

import io.ceiling.protocol.Gauge;
import io.ceiling.protocol.Gauges;
import io.ceiling.protocol.RefusedException;
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
 * The held requests. All are held until the same event, but none for longer than a given time: if every request thread
 * is held, none is left to take the request that would release them. Thread-safe; only {@link Ticket#await} blocks.
 *
 * <p>The lock is held for a few instructions and never while waiting; waiting uses a latch, which frees the carrier of
 * a virtual thread. Only the thread that removes a ticket from its generation ends the request, so that no request is
 * ended twice.
 */
public final class Holds implements AutoCloseable {

    /** Maximum time that stands for no limit; then no timer and no timed wait adds to the measured cost. */
    public static final int NO_LIMIT = 0;

    private static final Logger LOG = Logger.getLogger(Holds.class.getName());

    private final ReentrantLock lock = new ReentrantLock();
    private final int cap;
    private final int longestSeconds;
    private final Gauges gauges;
    private final ScheduledThreadPoolExecutor timer;
    private Generation current = new Generation();
    private int held;

    /**
     * Creates the registry, without held requests.
     *
     * @param cap maximum number of held requests
     * @param longestSeconds maximum time that a request is held, or {@link #NO_LIMIT}
     */
    public Holds(int cap, int longestSeconds, Gauges gauges) {
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
            // Before any limit is reached: at a ceiling no further thread may be available.
            timer.prestartCoreThread();
        }
    }

    /** The way in which a held request ends. */
    enum HoldEnd {
        RELEASED,
        /** The request was held for the maximum time. */
        TIMED_OUT
    }

    /** Action at the end of an asynchronous hold. */
    interface EndAction {
        void end(HoldEnd how);
    }

    /**
     * Registers a request that will wait in its thread.
     *
     * @throws RefusedException if the maximum number is held
     */
    Ticket enterBlocking() throws RefusedException {
        return enter(Gauge.BLOCKING_HOLDS, how -> {});
    }

    /**
     * Registers a request that waits without a thread. The action runs once, in the releasing thread or in that of the
     * timer.
     *
     * @throws RefusedException if the maximum number is held
     */
    Ticket enterAsync(EndAction action) throws RefusedException {
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

    private Ticket enter(Gauge gauge, EndAction action) throws RefusedException {
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

    /**
     * Releases all requests that are held now and returns their number. Requests that come during this call wait for
     * the next one.
     */
    int release() {
        List<Ticket> released;
        Generation generation;
        lock.lock();
        try {
            generation = current;
            current = new Generation();
            released = new ArrayList<>(generation.tickets);
            released.forEach(this::removeTicket);
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
                ticket.action.end(HoldEnd.RELEASED);
            } catch (RuntimeException | Error e) {
                // The others must still be ended, since they are forgotten already. At a ceiling of memory many may
                // fail.
                failure = e;
            }
        }
        if (failure != null) {
            LOG.log(Level.WARNING, "the end of a held request failed", failure);
        }
    }

    // Removes a ticket; returns true if its request was held until now. The caller holds the lock.
    private boolean removeTicket(Ticket ticket) {
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

    /** Stops the timer, so that no request times out any more; ends no held request. */
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
        private final EndAction action;
        private final Generation generation;
        // Guarded by the lock.
        private @Nullable Future<?> timeOut;

        private Ticket(Gauge gauge, EndAction action, Generation generation) {
            this.gauge = gauge;
            this.action = action;
            this.generation = generation;
        }

        /** Blocks until the event, or for the maximum time. */
        HoldEnd await() throws InterruptedException {
            if (longestSeconds == NO_LIMIT) {
                generation.event.await();
                return HoldEnd.RELEASED;
            }
            boolean event = generation.event.await(longestSeconds, TimeUnit.SECONDS);
            return event || !cancel() ? HoldEnd.RELEASED : HoldEnd.TIMED_OUT;
        }

        private void timeOutLater() {
            lock.lock();
            try {
                // The event may already have happened.
                if (generation.tickets.contains(this)) {
                    timeOut = timer.schedule(this::timeOut, longestSeconds, TimeUnit.SECONDS);
                }
            } finally {
                lock.unlock();
            }
        }

        private void timeOut() {
            if (cancel()) {
                action.end(HoldEnd.TIMED_OUT);
            }
        }

        /** Removes this request, whose client has disconnected; returns true if it was held until now. */
        boolean cancel() {
            lock.lock();
            try {
                return removeTicket(this);
            } finally {
                lock.unlock();
            }
        }
    }
}
