package io.ceiling.webapp;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.protocol.Gauge;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each cap is a context parameter, and each refusal says what, how much, and what to raise. */
class CapsOnTomcatTest {

    @SuppressWarnings("NullAway.Init")
    private static TomcatFixture tomcat;

    @BeforeAll
    static void start() throws Exception {
        tomcat = new TomcatFixture(
                50,
                Map.of(
                        "ceiling.length.cap", "100",
                        "ceiling.recursion.cap", "5",
                        "ceiling.recursion.stall-cap-ms", "3000",
                        "ceiling.hold.cap", "2",
                        "ceiling.hold.seconds", "1",
                        "ceiling.channels.message-bytes", "200",
                        "ceiling.channels.cap", "3",
                        "ceiling.channels.per-client", "2",
                        "ceiling.publish.per-second", "1",
                        "ceiling.publish.seconds", "9"));
    }

    @AfterAll
    static void stop() throws Exception {
        tomcat.close();
    }

    @ParameterizedTest
    @CsvSource({
        "/length?length=101, length must be a whole number 1..100",
        "/recursive?number=6, number must be a whole number 1..5",
        "/recursive?number=1&limit=6, limit must be a whole number 1..5",
        "/recursive?number=1&stall-ms=3001, stall-ms must be a whole number 50..3000"
    })
    void parametersStayBelowTheirCap(String path, String words) throws Exception {
        HttpResponse<String> answer = tomcat.get(path);

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains(words);
    }

    @ParameterizedTest
    @CsvSource({
        "/publisher?per-second=2&bytes=160&identifiers=1&seconds=1, per-second must be a whole number 0..1",
        "/publisher?per-second=1&bytes=201&identifiers=1&seconds=1, bytes must be a whole number 160..200",
        "/publisher?per-second=1&bytes=160&identifiers=4&seconds=1, identifiers must be a whole number 1..3",
        "/publisher?per-second=1&bytes=160&identifiers=1&seconds=10, seconds must be a whole number 1..9"
    })
    void publishingStaysBelowItsCaps(String path, String words) throws Exception {
        HttpResponse<String> answer = tomcat.post(path, "");

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains(words);
    }

    @ParameterizedTest
    @CsvSource({"/channels", "/hold/release", "/publisher", "/length?length=1"})
    void noBodyIsLongerThanTheCap(String path) throws Exception {
        HttpResponse<String> longer = tomcat.post(path, "x".repeat(201));
        HttpResponse<String> unknown = tomcat.client()
                .send(
                        HttpRequest.newBuilder(tomcat.uri(path))
                                .POST(HttpRequest.BodyPublishers.ofInputStream(InputStream::nullInputStream))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());

        assertThat(longer.statusCode()).isEqualTo(413);
        assertThat(longer.body())
                .contains("at most 200 bytes, this one has 201. Hint: raise ceiling.channels.message-bytes");
        assertThat(unknown.statusCode()).isEqualTo(411);
    }

    @Test
    void aClientHasNoMoreSubscriptionsThanItMay() throws Exception {
        String client = "/channels?X-Atmosphere-tracking-id=client-of-three";

        assertThat(subscribe(client, "a").statusCode()).isEqualTo(200);
        assertThat(subscribe(client, "b").statusCode()).isEqualTo(200);
        HttpResponse<String> third = subscribe(client, "c");

        assertThat(third.statusCode()).isEqualTo(503);
        assertThat(third.body()).contains("has 2 identifiers").contains("raise ceiling.channels.per-client");
        // The second client is the last one that is allowed, and has the last channel.
        assertThat(subscribe("/channels?X-Atmosphere-tracking-id=second-client", "c")
                        .statusCode())
                .isEqualTo(200);
        assertThat(subscribe("/channels?X-Atmosphere-tracking-id=second-client", "d")
                        .body())
                .contains("3 identifiers are in use")
                .contains("raise ceiling.channels.cap");
        HttpResponse<String> other = tomcat.get("/channels?X-Atmosphere-Transport=sse");
        assertThat(other.statusCode()).isEqualTo(503);
        assertThat(other.body()).contains("2 clients of channels are here").contains("raise ceiling.hold.cap");

        // One at once, and a second later the next.
        assertThat(publish().statusCode()).isEqualTo(200);
        HttpResponse<String> second = publish();
        assertThat(second.statusCode()).isEqualTo(503);
        assertThat(second.body()).contains("1 messages a second").contains("raise ceiling.publish.per-second");
    }

    /** The first one calls an instance that takes the call and does not answer. */
    @ParameterizedTest
    @ValueSource(strings = {"/recursive", "/recursive-async"})
    @Timeout(value = 30, unit = TimeUnit.SECONDS)
    void noMoreRecursionsRunThanTheCap(String path) throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                TomcatFixture one = new TomcatFixture(
                        10,
                        Map.of(
                                "ceiling.recursion.chains",
                                "1",
                                "ceiling.recursion.next",
                                "127.0.0.1:" + silent.getLocalPort()))) {
            CompletableFuture<HttpResponse<String>> first = one.client()
                    .sendAsync(
                            HttpRequest.newBuilder(one.uri(path + "?number=1")).build(),
                            HttpResponse.BodyHandlers.ofString());
            Socket call = silent.accept();

            HttpResponse<String> second = one.get(path + "?number=1");

            assertThat(second.statusCode()).isEqualTo(503);
            assertThat(second.body())
                    .isEqualTo("{\"error\":\"1 recursions run, no more are allowed."
                            + " Hint: wait for one to end, or raise ceiling.recursion.chains\"}");
            call.close();
            assertThat(first.get(10, TimeUnit.SECONDS).body()).contains("\"reached\":1,");
            assertThat(one.get(path + "?number=1&limit=1").body()).isEqualTo("{\"reached\":1,\"failure\":null}");
        }
    }

    private static HttpResponse<String> subscribe(String path, String identifier) throws Exception {
        return tomcat.post(path, "{\"action\":\"subscribe\",\"identifier\":\"" + identifier + "\"}");
    }

    private static HttpResponse<String> publish() throws Exception {
        return tomcat.post("/channels", "{\"action\":\"publish\",\"identifier\":\"a\",\"elements\":\"x\"}");
    }

    @Test
    void noRequestIsHeldForLongerThanTheCap() throws Exception {
        // At the same time, since the shortest cap is a second.
        List<CompletableFuture<HttpResponse<String>>> held = Stream.of("/hold/blocking", "/hold/async")
                .map(path -> tomcat.client()
                        .sendAsync(
                                HttpRequest.newBuilder(tomcat.uri(path)).build(), HttpResponse.BodyHandlers.ofString()))
                .toList();

        for (CompletableFuture<HttpResponse<String>> request : held) {
            HttpResponse<String> answer = request.get(10, TimeUnit.SECONDS);
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.body()).isEqualTo("held\nended by ceiling.hold.seconds\n");
        }
        assertThat(tomcat.gauges().value(Gauge.BLOCKING_HOLDS)).isZero();
        assertThat(tomcat.gauges().value(Gauge.ASYNC_HOLDS)).isZero();
        assertThat(tomcat.post("/hold/release", "").body()).isEqualTo("{\"released\":0}");
    }

    @Test
    void noMoreWebSocketsAreHeldThanTheCap() throws Exception {
        WebSocket first = upper(new CompletableFuture<>());
        WebSocket second = upper(new CompletableFuture<>());
        // The handshake is answered before the endpoint is opened: the third could be counted before the first.
        Await.until(() -> tomcat.gauges().value(Gauge.UPPER_SESSIONS) == 2);
        CompletableFuture<String> end = new CompletableFuture<>();
        WebSocket third = upper(end);

        assertThat(end.get(10, TimeUnit.SECONDS))
                .isEqualTo("1013 2 WebSockets are held, no more are allowed. Hint: raise ceiling.hold.cap");
        first.abort();
        second.abort();
        third.abort();
    }

    private static WebSocket upper(CompletableFuture<String> end) throws Exception {
        return tomcat.client()
                .newWebSocketBuilder()
                .buildAsync(
                        URI.create("ws://127.0.0.1:" + tomcat.port() + "/ceiling/ws/upper"), new WebSocket.Listener() {
                            @Override
                            public @Nullable CompletionStage<?> onClose(WebSocket from, int status, String reason) {
                                end.complete(status + " " + reason);
                                return null;
                            }
                        })
                .get(10, TimeUnit.SECONDS);
    }
}
