package io.ceiling.harness.run;

import io.ceiling.container.RunningSettings;
import io.ceiling.harness.model.RampSettings;
import io.ceiling.harness.model.Scenario;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The one request that starts a recursion.
 *
 * <p>Its threads are there before it is sent: at the ceiling there may be none left for the answer.
 */
final class RecursiveRequest implements AutoCloseable {

    private static final int THREADS = 2;

    private final ApplicationUrl application;
    private final String path;
    private final ThreadPoolExecutor threads;

    RecursiveRequest(RunningSettings server, Scenario scenario, RampSettings ramp) {
        this.application = ApplicationUrl.of(scenario, server);
        this.path = "/%s?number=1&limit=%d&stall-ms=%d"
                .formatted(
                        scenario.workload().label(),
                        scenario.capConnections(),
                        ramp.stallTimeout().toMillis());
        this.threads = new ThreadPoolExecutor(
                THREADS, THREADS, 0, TimeUnit.NANOSECONDS, new LinkedBlockingQueue<>(), RecursiveRequest::daemon);
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "recursive-request");
        thread.setDaemon(true);
        return thread;
    }

    /** Sends it; the future has the body of the answer, whatever its status, or the client's error. Does not block. */
    CompletableFuture<String> send() {
        threads.prestartAllCoreThreads();
        HttpClient client = application.client().executor(threads).build();
        return client.sendAsync(application.request(path).GET().build(), HttpResponse.BodyHandlers.ofString())
                .thenApply(response -> response.statusCode() == 200
                        ? response.body()
                        : "HTTP %d: %s".formatted(response.statusCode(), response.body()));
    }

    /** Gives up waiting for an answer that has not come. */
    @Override
    public void close() {
        threads.shutdownNow();
    }
}
