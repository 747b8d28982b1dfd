package io.ceiling.harness.engine.ramp;

import io.ceiling.harness.engine.control.ApplicationUrl;
import io.ceiling.harness.engine.control.ControlConnection;
import io.ceiling.harness.engine.control.UnpooledRequest;
import io.ceiling.harness.result.StartedServer;
import io.ceiling.harness.scenario.RampSettings;
import io.ceiling.harness.scenario.Scenario;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The one request that starts a recursion.
 *
 * <p>Its threads are started before it is sent: at the ceiling there may be none left for the answer.
 */
final class RecursiveRequest implements AutoCloseable {

    private static final int THREADS = 2;

    private final ApplicationUrl application;
    // The connection to an external server, which is not stopped afterwards: a pooling client would keep its
    // connection open. Empty for a forked server.
    private final Optional<ControlConnection> control;

    private final String path;
    private final ThreadPoolExecutor threads;

    /**
     * Creates the request without sending it.
     *
     * @param levels number of levels after which the chain ends by itself
     */
    RecursiveRequest(StartedServer server, Scenario scenario, RampSettings ramp, int levels) {
        this.application = ApplicationUrl.of(scenario, server);
        this.control = scenario.firstTarget().map(ControlConnection::new);
        this.path = "/%s?number=1&limit=%d&stall-ms=%d"
                .formatted(
                        scenario.workload().label(), levels, ramp.stallTimeout().toMillis());
        this.threads = new ThreadPoolExecutor(
                THREADS, THREADS, 0, TimeUnit.NANOSECONDS, new LinkedBlockingQueue<>(), RecursiveRequest::daemon);
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "recursive-request");
        thread.setDaemon(true);
        return thread;
    }

    /**
     * Sends the request without blocking. The future completes with the body of the answer, whatever its status, or
     * with the error of the client.
     */
    CompletableFuture<String> send() {
        threads.prestartAllCoreThreads();
        if (control.isPresent()) {
            return CompletableFuture.supplyAsync(() -> over(control.get()), threads);
        }
        HttpClient client = application.client().executor(threads).build();
        return client.sendAsync(application.request(path).GET().build(), HttpResponse.BodyHandlers.ofString())
                .thenApply(response -> body(response.statusCode(), response.body()));
    }

    /**
     * Sends the request over a connection of its own and returns the body of the answer, or the reason why there is
     * none. Blocks; leaves no connection open.
     */
    String ask(Duration patience) {
        try {
            return UnpooledRequest.send("GET", application, path, patience);
        } catch (IOException e) {
            return String.valueOf(e.getMessage());
        }
    }

    private String over(ControlConnection connection) {
        try {
            ControlConnection.HttpAnswer answer = connection.send("GET", path, Duration.ZERO);
            return body(answer.status(), answer.body());
        } catch (IOException e) {
            throw new CompletionException(e);
        }
    }

    private static String body(int status, String text) {
        return status == 200 ? text : "HTTP %d: %s".formatted(status, text);
    }

    /** Stops waiting for the answer and closes the connection. */
    @Override
    public void close() {
        threads.shutdownNow();
        control.ifPresent(ControlConnection::close);
    }
}
