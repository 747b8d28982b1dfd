package io.ceiling.livepage;

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
 * The viewers of {@code /live}, with the thread that sends them an event each second. Without viewers the thread
 * sleeps, so that a measurement has no further cost. Thread-safe.
 */
final class Viewers implements AutoCloseable {

    private static final long LOOK_NANOS = 50_000_000;
    private static final long EVENT_NANOS = 1_000_000_000;
    /**
     * Time after a failed write at which a request is ended here. Tomcat ends it by itself and may reuse its object;
     * Jetty never ends it.
     */
    private static final long PATIENCE_NANOS = 2_000_000_000;

    private static final long WRITER_IDLE_SECONDS = 10;
    private static final long CLOSING_MILLIS = 1000;

    private final int cap;
    private final Sampler source;
    private final Set<Viewer> viewers = ConcurrentHashMap.newKeySet();
    private final AtomicInteger taken = new AtomicInteger();
    private final Queue<Viewer> failed = new ConcurrentLinkedQueue<>();
    private final ThreadPoolExecutor writers;
    private final Thread thread;
    private volatile boolean closed;

    /**
     * Starts the thread.
     *
     * @param cap maximum number of viewers, each of which may block one thread until it reads
     */
    Viewers(int cap, Sampler source) {
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

    /** Returns the number of places taken. */
    int count() {
        return taken.get();
    }

    int cap() {
        return cap;
    }

    /** Takes a place for a new viewer; returns false if all places are taken. */
    boolean reserve() {
        if (taken.incrementAndGet() > cap) {
            giveBack();
            return false;
        }
        return true;
    }

    /** Frees a place for which no viewer was added. */
    void giveBack() {
        taken.decrementAndGet();
    }

    /** Adds a viewer whose place was taken before. */
    void add(Viewer viewer) {
        viewers.add(viewer);
        if (viewer.hasEnded()) {
            remove(viewer);
        }
        LockSupport.unpark(thread);
    }

    /** Removes a viewer and frees its place; does nothing if it was removed before. */
    void remove(Viewer viewer) {
        if (viewers.remove(viewer)) {
            giveBack();
        }
    }

    private void run() {
        Sampler.Peaks peaks = new Sampler.Peaks();
        long next = System.nanoTime();
        while (!closed) {
            try {
                if (viewers.isEmpty() && failed.isEmpty()) {
                    peaks = new Sampler.Peaks();
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
                    peaks = new Sampler.Peaks();
                    endThoseLeftBehind(now);
                }
            } catch (Throwable t) {
                // No memory or no thread, at the very ceiling that is being watched. The next tick tries again.
            }
        }
    }

    /** Returns an event in the format of server-sent events. */
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
