package io.ceiling.harness.run;

import io.ceiling.container.RunningSettings;
import io.ceiling.harness.model.RampSettings;
import io.ceiling.harness.model.Scenario;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
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

    private final URI uri;
    private final ThreadPoolExecutor threads;

    RecursiveRequest(RunningSettings server, Scenario scenario, RampSettings ramp) {
        this.uri = URI.create("http://127.0.0.1:%d%s/%s?number=1&limit=%d&stall-ms=%d"
                .formatted(
                        server.port(),
                        server.contextPath(),
                        scenario.workload().label(),
                        scenario.capConnections(),
                        ramp.stallTimeout().toMillis()));
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
        HttpClient client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .executor(threads)
                .build();
        return client.sendAsync(HttpRequest.newBuilder(uri).GET().build(), HttpResponse.BodyHandlers.ofString())
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
