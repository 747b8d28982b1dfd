package io.ceiling.webapp.live;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * One open {@code /live}. Thread-safe; {@link #write} blocks for as long as its client does not read.
 *
 * <p>When a write fails, Tomcat (11.0.25) has another thread end the request and give its objects to the next one, and only then
 * notes the failure in them: the next request would be broken off. So the end of the request waits until the write is over.
 */
final class Viewer implements AsyncListener {

    private final AsyncContext context;
    private final Consumer<Viewer> gone;
    /** Whether an event is being written; the next one is then left out, since only the newest is of use. */
    private final AtomicBoolean writing = new AtomicBoolean();

    /** Held while an event is written, and to end the request. */
    private final ReentrantLock present = new ReentrantLock();

    private volatile boolean ended;
    private volatile long failedNanos;

    /** @param gone called when the request has ended, maybe more than once */
    Viewer(AsyncContext context, Consumer<Viewer> gone) {
        this.context = context;
        this.gone = gone;
    }

    /** The right to write one event, to be given back by {@link #write}; false while another is being written. */
    boolean claim() {
        return writing.compareAndSet(false, true);
    }

    /** Gives back an unused claim. */
    void unclaim() {
        writing.set(false);
    }

    /** Writes an event under a claim. */
    void write(byte[] event) throws IOException {
        present.lock();
        try {
            if (!ended) {
                OutputStream out = context.getResponse().getOutputStream();
                out.write(event);
                out.flush();
            }
        } finally {
            present.unlock();
            writing.set(false);
        }
    }

    /** A write failed: its client is gone. */
    void failed(long nowNanos) {
        failedNanos = nowNanos;
    }

    /** Whether the container has left the request of a client that is gone as it is, for so long. */
    boolean isLeftBehind(long nowNanos, long patienceNanos) {
        return !ended && nowNanos - failedNanos > patienceNanos;
    }

    boolean hasEnded() {
        return ended;
    }

    void complete() {
        try {
            context.complete();
        } catch (RuntimeException e) {
            // The container has completed it already.
        }
    }

    @Override
    public void onComplete(AsyncEvent event) {
        end();
    }

    @Override
    public void onError(AsyncEvent event) {
        end();
        complete();
    }

    private void end() {
        present.lock();
        try {
            ended = true;
        } finally {
            present.unlock();
        }
        gone.accept(this);
    }

    @Override
    public void onTimeout(AsyncEvent event) {
        onError(event);
    }

    @Override
    public void onStartAsync(AsyncEvent event) {}
}
