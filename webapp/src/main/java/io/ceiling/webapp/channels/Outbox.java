package io.ceiling.webapp.channels;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What is still to be written to one client, in order. Thread-safe; adding never blocks, whatever the client does.
 *
 * <p>A client that does not read stops the thread that writes to it. Behind a queue of its own it stops nobody else; when
 * the queue is full the rest is given up and the client is told to go.
 */
final class Outbox {

    /** Writes in a row before another client has its turn. */
    private static final int TURN = 16;

    /** Something to be written. */
    interface Write {

        /** Writes it; may block for as long as the client does not read. */
        void write();

        /** It will never be written; called instead of {@link #write}. */
        void dropped();
    }

    private final Writers writers;
    private final int capacity;
    private final Runnable tooSlow;
    private final Queue<Write> waiting = new ArrayDeque<>(2);
    /** No monitor: a virtual thread that meets another one in it may find out a second late that it is free. */
    private final ReentrantLock lock = new ReentrantLock();

    private boolean due;
    private boolean overrun;
    private boolean told;
    private boolean behind;
    /** Writes that are not done, of a client that is behind. */
    private int overdue;

    /**
     * An empty one.
     *
     * @param capacity writes that may wait
     * @param tooSlow called once, by the thread that writes, after more than that had to wait
     */
    Outbox(Writers writers, int capacity, Runnable tooSlow) {
        this.writers = writers;
        this.capacity = capacity;
        this.tooSlow = tooSlow;
    }

    /** Has something written by another thread, or drops it if the queue is full now or was so earlier. */
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
                begin = !due;
                due = true;
            }
        } finally {
            lock.unlock();
        }
        dropped.forEach(Write::dropped);
        if (begin) {
            writers.due(this);
        }
    }

    /** Whether nothing is being written and nothing waits. */
    boolean isEmpty() {
        lock.lock();
        try {
            return !due;
        } finally {
            lock.unlock();
        }
    }

    /** The present write takes too long: nobody need wait for this client until it has caught up. */
    void fallBehind() {
        lock.lock();
        try {
            // It may have ended just now.
            if (!behind && due) {
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
     * Writes what is waiting; by one thread at a time.
     *
     * @param beforeEach called before each write
     * @return whether more waits, for which there has to be another turn
     */
    boolean takeTurn(Runnable beforeEach) {
        for (int i = 0; i < TURN; i++) {
            Write next;
            boolean tell;
            lock.lock();
            try {
                next = waiting.poll();
                tell = next == null && overrun && !told;
                told |= tell;
                if (next == null && !tell) {
                    due = false;
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
