package io.ceiling.webapp.channels;

import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Delays the end of a request until no thread writes to it. If a write of another thread fails, Tomcat (11.0.25) ends
 * the request, gives its objects to the next one, and only then notes the failure in them: the next request would be
 * broken off.
 */
final class WriteBarrier implements AsyncListener {

    // Maximum wait of the container's thread in milliseconds: long enough for a writer to note its failure, but it
    // must not wait for a client that does not read.
    private static final long PATIENCE_MILLIS = 1000;

    private final ReentrantLock writing;

    /** Creates a listener for the lock that is held during a write to the response. */
    WriteBarrier(ReentrantLock writing) {
        this.writing = writing;
    }

    private void await() {
        try {
            if (writing.tryLock(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)) {
                writing.unlock();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void onComplete(AsyncEvent event) {
        await();
    }

    @Override
    public void onError(AsyncEvent event) {
        await();
    }

    @Override
    public void onTimeout(AsyncEvent event) {
        await();
    }

    @Override
    public void onStartAsync(AsyncEvent event) {}
}
