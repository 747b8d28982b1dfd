package io.ceiling.harness.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ceiling.harness.report.Fixtures;
import io.ceiling.harness.report.OpenMetrics;
import io.ceiling.harness.report.StrictOpenMetrics;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Metrics of a run, asked for over HTTP. */
class MetricsServerTest {

    private final RunStatus live = new RunStatus(0, System::nanoTime);
    private final MetricsServer server = MetricsServer.open(0, live::metrics);

    @AfterEach
    void close() {
        server.close();
    }

    private HttpResponse<String> ask(String method, String url) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(url))
                                .method(method, HttpRequest.BodyPublishers.noBody())
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
    }

    /** Sends a request as it is, and returns all of the answer. */
    private String raw(String request) throws IOException {
        try (Socket socket = new Socket(
                InetAddress.getLoopbackAddress(), URI.create(server.url()).getPort())) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void tellsTheStateAtTheTimeOfTheQuestion() throws Exception {
        live.planned(2, List.of("reached"));
        live.measuring(Fixtures.websocket());
        live.read(Fixtures.sample(1, false, 4812));

        HttpResponse<String> before = ask("GET", server.url());
        live.read(Fixtures.sample(2, false, 5000));
        HttpResponse<String> after = ask("GET", server.url());

        assertThat(before.statusCode()).isEqualTo(200);
        assertThat(before.headers().firstValue("Content-Type")).hasValue(OpenMetrics.TYPE);
        assertThat(held(before)).isEqualTo(4812);
        assertThat(held(after)).isEqualTo(5000);
    }

    private static double held(HttpResponse<String> answer) {
        return StrictOpenMetrics.read(answer.body()).stream()
                .filter(sample -> sample.name().equals("ceiling_held_connections"))
                .findFirst()
                .orElseThrow()
                .value();
    }

    @Test
    void answersNothingElse() throws Exception {
        assertThat(ask("GET", server.url() + "/more").statusCode()).isEqualTo(404);
        assertThat(ask("GET", server.url().replace("/metrics", "/")).statusCode())
                .isEqualTo(404);
        assertThat(ask("POST", server.url()).statusCode()).isEqualTo(405);
        assertThat(ask("HEAD", server.url()).body()).isEmpty();
    }

    @Test
    void aPageOfAnotherSiteDoesNotReachIt() throws Exception {
        assertThat(raw("GET /metrics HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 403 ")
                .doesNotContain("ceiling_");
        assertThat(raw("GET /metrics HTTP/1.1\r\nHost: localhost:80\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 200 ");
    }

    @Test
    void listensOnLoopbackAlone() throws Exception {
        int port = URI.create(server.url()).getPort();

        // On another address of this host the port is free.
        try (ServerSocket other = new ServerSocket(port, 1, InetAddress.getByName("127.0.0.2"))) {
            assertThat(other.isBound()).isTrue();
        }
    }

    @Test
    void aTakenPortIsOneLine() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThatThrownBy(() -> MetricsServer.open(taken.getLocalPort(), () -> ""))
                    .isInstanceOf(MetricsPortException.class)
                    .hasMessage(
                            "--metrics: port %d of 127.0.0.1 cannot be opened: Address already in use. Hint: --metrics=0 takes a free one",
                            taken.getLocalPort());
        }
    }
}
