package io.ceiling.harness.observe.jmx;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Runs calls that may never return, one at a time on a thread of its own, and waits for each for a limited time.
 *
 * <p>A call that is stuck keeps the thread. Until it returns, every further call gets an empty result at once, so that
 * a hung peer costs one timeout rather than one for each reading. Thread-safe.
 */
final class BoundedWorker implements AutoCloseable {

    private final ExecutorService thread;
    private @Nullable Future<?> stuck;

    BoundedWorker(String name) {
        thread = Executors.newSingleThreadExecutor(task -> {
            Thread worker = new Thread(task, name);
            worker.setDaemon(true);
            return worker;
        });
    }

    /**
     * Runs a call and blocks until it has returned, at most for {@code patience}.
     *
     * @return the result; empty if the call takes longer or an earlier one is still stuck
     * @throws ExecutionException if the call fails
     */
    synchronized <T> Optional<T> call(Callable<T> call, Duration patience) throws ExecutionException {
        if (isStuck()) {
            return Optional.empty();
        }
        Future<T> future = thread.submit(call);
        try {
            return Optional.of(future.get(patience.toMillis(), TimeUnit.MILLISECONDS));
        } catch (TimeoutException e) {
            stuck = future;
            return Optional.empty();
        } catch (InterruptedException e) {
            stuck = future;
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    synchronized boolean isStuck() {
        return stuck != null && !stuck.isDone();
    }

    /**
     * Ends the worker after a last task, which runs once a stuck call has returned. Does not block, and needs no
     * further thread.
     */
    void closeAfter(Runnable last) {
        thread.execute(last);
        thread.shutdown();
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
