package io.ceiling.webapp.channels;

import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Has the end of a request wait until nobody writes to it any more. When a write of another thread fails, Tomcat (11.0.25) ends
 * the request and gives its objects to the next one, and only then notes the failure in them: the next request would be
 * broken off.
 */
final class WritesEnd implements AsyncListener {

    /** The container's thread waits for a writer that has its failure to note, but not for a client that does not read. */
    private static final long PATIENCE_MILLIS = 1000;

    private final ReentrantLock writing;

    /** @param writing held by whoever writes to the response */
    WritesEnd(ReentrantLock writing) {
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
