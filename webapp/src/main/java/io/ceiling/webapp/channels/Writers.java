package io.ceiling.webapp.channels;

import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The threads that write to clients. One for each processor is able to write; a thread that is blocked by a client that
 * does not read is replaced until it is free, up to a maximum. Thread-safe.
 */
final class Writers implements AutoCloseable {

    private static final long TICK_NANOS = 10_000_000;
    private static final long UNUSED_NANOS = 1_000_000_000;
    // Duration in nanoseconds after which a write counts as blocked. A write to a client that reads takes
    // microseconds.
    private static final long HELD_UP_NANOS = 20_000_000;

    private static final long CLOSING_MILLIS = 1000;

    private final BlockingQueue<Outbox> schedule = new LinkedBlockingQueue<>();
    private final Set<Writer> all = ConcurrentHashMap.newKeySet();
    private final AtomicLong overdue = new AtomicLong();
    private final int usual;
    private final int most;
    private final Thread watch;
    private volatile boolean closed;
    // Before the first message no thread can be blocked, and an application without channels is not woken up.
    private volatile boolean used;

    /**
     * Starts the threads.
     *
     * @param usual number of threads that are not blocked
     * @param most maximum number of threads, blocked ones included
     */
    Writers(int usual, int most) {
        this.usual = usual;
        this.most = Math.max(usual, most);
        for (int i = 0; i < usual; i++) {
            start();
        }
        this.watch = daemon(this::watch, "ceiling-channels-watch");
    }

    private static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    void schedule(Outbox outbox) {
        schedule.add(outbox);
        if (!used) {
            used = true;
            LockSupport.unpark(watch);
        }
    }

    /** Changes the number of writes that wait for clients that do not read. */
    void overdue(int change) {
        overdue.addAndGet(change);
    }

    /** Returns the number of writes that wait for clients that do not read. */
    long overdue() {
        return overdue.get();
    }

    private void start() {
        Writer writer = new Writer();
        all.add(writer);
        writer.thread = daemon(writer, "ceiling-channels-writer");
    }

    // Replaces blocked threads.
    private void watch() {
        while (!closed) {
            LockSupport.parkNanos(this, used ? TICK_NANOS : UNUSED_NANOS);
            try {
                long now = System.nanoTime();
                int free = 0;
                for (Writer writer : all) {
                    if (writer.isBlocked(now)) {
                        writer.outboxFallsBehind();
                    } else {
                        free++;
                    }
                }
                for (; free < usual && all.size() < most && !closed; free++) {
                    start();
                }
            } catch (Throwable t) {
                // No memory for a further thread: the others continue, and the next tick tries again.
            }
        }
    }

    /** Ends all threads. A blocked one ends when its write does. */
    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(watch);
        all.forEach(Writer::interrupt);
        try {
            watch.join(CLOSING_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private final class Writer implements Runnable {

        private static final long IDLE = 0;

        private volatile @Nullable Thread thread;
        // Start of the current write, as nanoTime; IDLE if there is none.
        private volatile long sinceNanos = IDLE;

        private volatile @Nullable Outbox present;

        @Override
        public void run() {
            try {
                while (!closed && !retireIfSurplus()) {
                    Outbox outbox = schedule.take();
                    boolean more = true;
                    try {
                        present = outbox;
                        more = outbox.writeWaiting(this::begin);
                    } catch (Throwable t) {
                        // A client's write failed with an unexpected exception, or for lack of memory.
                    } finally {
                        sinceNanos = IDLE;
                        present = null;
                    }
                    if (more) {
                        schedule.add(outbox);
                    }
                }
            } catch (InterruptedException e) {
                // Expected: close() interrupts the thread.
            } finally {
                all.remove(this);
            }
        }

        private void begin() {
            sinceNanos = Math.max(1, System.nanoTime());
        }

        boolean isBlocked(long now) {
            long since = sinceNanos;
            return since != IDLE && now - since > HELD_UP_NANOS;
        }

        void outboxFallsBehind() {
            Outbox outbox = present;
            if (outbox != null) {
                outbox.fallBehind();
            }
        }

        private boolean retireIfSurplus() {
            if (all.size() <= usual) {
                return false;
            }
            long now = System.nanoTime();
            return all.stream().filter(writer -> !writer.isBlocked(now)).count() > usual && all.remove(this);
        }

        void interrupt() {
            Thread running = thread;
            if (running != null) {
                running.interrupt();
            }
        }
    }
}
