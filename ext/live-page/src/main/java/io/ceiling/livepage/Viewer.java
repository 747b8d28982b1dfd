package io.ceiling.livepage;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * A client that follows {@code /live}. Thread-safe; {@link #write} blocks for as long as the client does not read.
 *
 * <p>If a write fails, Tomcat (11.0.25) lets another thread end the request and give its objects to the next one, and
 * only then notes the failure in them: the next request would be broken off. So the end of the request waits until the
 * write is over.
 */
final class Viewer implements AsyncListener {

    private final AsyncContext context;
    private final Consumer<Viewer> gone;
    /** True while an event is being written; the next event is then skipped, since only the newest is useful. */
    private final AtomicBoolean writing = new AtomicBoolean();

    /** Held during a write and at the end of the request. */
    private final ReentrantLock present = new ReentrantLock();

    private volatile boolean ended;
    private volatile long failedNanos;

    /** @param gone called when the request has ended, possibly more than once */
    Viewer(AsyncContext context, Consumer<Viewer> gone) {
        this.context = context;
        this.gone = gone;
    }

    /**
     * Claims the right to write one event, which ends with {@link #write}; returns false while another event is being
     * written.
     */
    boolean claim() {
        return writing.compareAndSet(false, true);
    }

    /** Gives up a claim without writing. */
    void unclaim() {
        writing.set(false);
    }

    /** Writes an event under a claim. Blocks for as long as the client does not read. */
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

    /** Records that a write has failed, since the client has disconnected. */
    void failed(long nowNanos) {
        failedNanos = nowNanos;
    }

    /** Returns true if the container has not ended the request for longer than the patience after the failed write. */
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
            // The container has already completed the request.
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
