package io.ceiling.webapp.channels;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The queue of writes to one client. Thread-safe; adding never blocks, whatever the client does.
 *
 * <p>A client that does not read blocks the thread that writes to it. With a queue of its own it blocks no other
 * client. If the queue is full, all waiting and later writes are dropped and the client is disconnected.
 */
final class Outbox {

    // Maximum number of writes in a row before another client has its turn.
    private static final int TURN = 16;

    /** A write to the client. */
    interface Write {

        /** Writes; may block for as long as the client does not read. */
        void write();

        /** Called instead of {@link #write} if the write is dropped. */
        void dropped();
    }

    private final Writers writers;
    private final int capacity;
    private final Runnable tooSlow;
    private final Queue<Write> waiting = new ArrayDeque<>(2);
    // A lock and not a monitor: a virtual thread that blocks on a monitor may be woken up to a second late.
    private final ReentrantLock lock = new ReentrantLock();

    private boolean scheduled;
    private boolean overrun;
    private boolean reported;
    private boolean behind;
    // Number of writes that are not done, while the client is behind; otherwise 0.
    private int overdue;

    /**
     * Creates an empty outbox.
     *
     * @param writers threads that write
     * @param capacity maximum number of writes that wait
     * @param tooSlow called once by a writer thread after the queue was full
     */
    Outbox(Writers writers, int capacity, Runnable tooSlow) {
        this.writers = writers;
        this.capacity = capacity;
        this.tooSlow = tooSlow;
    }

    /** Adds a write for another thread to do, or drops it if the queue is full or has been full before. */
    void add(Write write) {
        List<Write> dropped = new ArrayList<>(0);
        boolean begin = false;
        lock.lock();
        try {
            if (overrun || waiting.size() >= capacity) {
                overrun = true;
                changeOverdue(-Math.min(overdue, waiting.size()));
                dropped.addAll(waiting);
                dropped.add(write);
                waiting.clear();
            } else {
                waiting.add(write);
                if (behind) {
                    changeOverdue(1);
                }
                begin = !scheduled;
                scheduled = true;
            }
        } finally {
            lock.unlock();
        }
        dropped.forEach(Write::dropped);
        if (begin) {
            writers.schedule(this);
        }
    }

    /** Returns true if nothing is being written and nothing waits. */
    boolean isEmpty() {
        lock.lock();
        try {
            return !scheduled;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Marks this client as behind, since its current write takes too long: publishers need not wait for it until it has
     * caught up.
     */
    void fallBehind() {
        lock.lock();
        try {
            // The write may just have ended.
            if (!behind && scheduled) {
                behind = true;
                changeOverdue(waiting.size() + 1);
            }
        } finally {
            lock.unlock();
        }
    }

    private void changeOverdue(int change) {
        overdue += change;
        writers.overdue(change);
    }

    /**
     * Writes what is waiting. To be called by one thread at a time.
     *
     * @param beforeEach called before each write
     * @return true if more writes wait, for which another turn is needed
     */
    boolean writeWaiting(Runnable beforeEach) {
        for (int i = 0; i < TURN; i++) {
            Write next;
            boolean reportNow;
            lock.lock();
            try {
                next = waiting.poll();
                reportNow = next == null && overrun && !reported;
                reported |= reportNow;
                if (next == null && !reportNow) {
                    scheduled = false;
                    behind = false;
                    changeOverdue(-overdue);
                    return false;
                }
            } finally {
                lock.unlock();
            }
            beforeEach.run();
            if (next == null) {
                tooSlow.run();
            } else {
                write(next);
            }
        }
        return true;
    }

    private void write(Write next) {
        try {
            next.write();
        } finally {
            lock.lock();
            try {
                if (overdue > 0) {
                    changeOverdue(-1);
                }
            } finally {
                lock.unlock();
            }
        }
    }
}
