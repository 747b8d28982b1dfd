package io.ceiling.harness.run;

import io.ceiling.container.RunningSettings;
import io.ceiling.harness.model.RampSettings;
import io.ceiling.harness.model.Scenario;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;

/** The one request that starts a recursion. */
final class RecursiveRequest {

    private final URI uri;

    RecursiveRequest(RunningSettings server, Scenario scenario, RampSettings ramp) {
        this.uri = URI.create("http://127.0.0.1:%d%s/%s?number=1&limit=%d&stall-ms=%d"
                .formatted(
                        server.port(),
                        server.contextPath(),
                        scenario.workload().label(),
                        scenario.capConnections(),
                        ramp.stallTimeout().toMillis()));
    }

    /** Sends it; the future has the body of the answer, whatever its status, or the client's error. Does not block. */
    CompletableFuture<String> send() {
        HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        return client.sendAsync(HttpRequest.newBuilder(uri).GET().build(), HttpResponse.BodyHandlers.ofString())
                .thenApply(response -> response.statusCode() == 200
                        ? response.body()
                        : "HTTP %d: %s".formatted(response.statusCode(), response.body()));
    }
}
