package io.ceiling.webapp.live;

import io.ceiling.webapp.RefusedException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * All that look at {@code /live}, and the thread that has an event for them each second. It does nothing while nobody looks, so
 * that a measurement pays for a sleeping thread alone. Thread-safe.
 */
final class Viewers implements AutoCloseable {

    private static final long LOOK_NANOS = 50_000_000;
    private static final long EVENT_NANOS = 1_000_000_000;
    /** Tomcat ends a request by itself after a write that failed, and may use its object again; Jetty never does. */
    private static final long PATIENCE_NANOS = 2_000_000_000;

    private static final long WRITER_IDLE_SECONDS = 10;
    private static final long CLOSING_MILLIS = 1000;

    /** What is told to the viewers. */
    interface Source {

        /** Looks at what changes within milliseconds. */
        void look(Peaks peaks, int viewers);

        /** The event of now. */
        String event(Peaks peaks, int viewers);
    }

    private final int cap;
    private final Source source;
    private final Set<Viewer> viewers = ConcurrentHashMap.newKeySet();
    private final AtomicInteger taken = new AtomicInteger();
    private final Queue<Viewer> failed = new ConcurrentLinkedQueue<>();
    private final ThreadPoolExecutor writers;
    private final Thread thread;
    private volatile boolean closed;

    /** @param cap viewers at once, each of which may keep one thread waiting until it reads */
    Viewers(int cap, Source source) {
        this.cap = cap;
        this.source = source;
        this.writers = new ThreadPoolExecutor(
                0,
                cap,
                WRITER_IDLE_SECONDS,
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                task -> daemon(task, "ceiling-live-writer"));
        this.thread = daemon(this::run, "ceiling-live");
        thread.start();
    }

    private static Thread daemon(Runnable task, String name) {
        Thread made = new Thread(task, name);
        made.setDaemon(true);
        return made;
    }

    /** Places that are taken. */
    int count() {
        return taken.get();
    }

    /** Takes a place for a viewer to come; refuses one more than the cap. */
    void reserve() throws RefusedException {
        if (taken.incrementAndGet() > cap) {
            giveBack();
            throw new RefusedException(
                    RefusedException.UNAVAILABLE,
                    "%d clients watch /live, no more are allowed. Hint: raise ceiling.live.viewers".formatted(cap));
        }
    }

    /** Frees a place that no viewer came for. */
    void giveBack() {
        taken.decrementAndGet();
    }

    /** A viewer whose place was taken before. */
    void add(Viewer viewer) {
        viewers.add(viewer);
        if (viewer.hasEnded()) {
            remove(viewer);
        }
        LockSupport.unpark(thread);
    }

    /** Without effect if that viewer is gone already. */
    void remove(Viewer viewer) {
        if (viewers.remove(viewer)) {
            giveBack();
        }
    }

    private void run() {
        Peaks peaks = new Peaks();
        long next = System.nanoTime();
        while (!closed) {
            try {
                if (viewers.isEmpty() && failed.isEmpty()) {
                    peaks.reset();
                    LockSupport.park(this);
                    next = System.nanoTime();
                    continue;
                }
                LockSupport.parkNanos(this, LOOK_NANOS);
                source.look(peaks, count());
                long now = System.nanoTime();
                if (now - next >= 0) {
                    next = Math.max(next + EVENT_NANOS, now);
                    send(bytes(source.event(peaks, count())));
                    peaks.reset();
                    endThoseLeftBehind(now);
                }
            } catch (Throwable t) {
                // No memory or no thread, at the very ceiling that is looked at. The next look tries again.
            }
        }
    }

    /** An event as it goes over the wire. */
    static byte[] bytes(String json) {
        return ("data:" + json + "\n\n").getBytes(StandardCharsets.UTF_8);
    }

    private void send(byte[] event) {
        for (Viewer viewer : viewers) {
            if (viewer.claim()) {
                boolean begun = false;
                try {
                    writers.execute(() -> write(viewer, event));
                    begun = true;
                } finally {
                    if (!begun) {
                        viewer.unclaim();
                    }
                }
            }
        }
    }

    private void write(Viewer viewer, byte[] event) {
        try {
            viewer.write(event);
        } catch (IOException | RuntimeException e) {
            viewer.failed(System.nanoTime());
            remove(viewer);
            failed.add(viewer);
        }
    }

    private void endThoseLeftBehind(long now) {
        @Nullable Viewer first = failed.peek();
        while (first != null && (first.hasEnded() || first.isLeftBehind(now, PATIENCE_NANOS))) {
            failed.remove(first);
            if (!first.hasEnded()) {
                first.complete();
            }
            first = failed.peek();
        }
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
        writers.shutdownNow();
        try {
            thread.join(CLOSING_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        viewers.forEach(Viewer::complete);
    }
}
