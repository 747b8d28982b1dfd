package io.ceiling.webapp;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.protocol.Gauge;
import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EndpointsOnTomcatTest {

    @SuppressWarnings("NullAway.Init")
    private static TomcatFixture tomcat;

    @BeforeAll
    static void start() throws Exception {
        tomcat = new TomcatFixture(50, Map.of("ceiling.hold.cap", "6"));
    }

    @AfterAll
    static void stop() throws Exception {
        tomcat.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 26, 27, 8192, 10_240})
    void answersExactlyTheWantedLength(int length) throws Exception {
        long before = tomcat.gauges().value(Gauge.LENGTH_ANSWERS);

        HttpResponse<String> answer = tomcat.get("/length?length=" + length);

        StringBuilder expected = new StringBuilder();
        for (int i = 0; i < length; i++) {
            expected.append((char) ('a' + i % 26));
        }
        assertThat(answer.body()).isEqualTo(expected.toString());
        assertThat(answer.headers().firstValueAsLong("Content-Length")).hasValue(length);
        assertThat(tomcat.gauges().value(Gauge.LENGTH_ANSWERS)).isEqualTo(before + 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/answer", "/answer/async", "/answer/async-thread"})
    void answersTheSameHoweverItIsCompleted(String path) throws Exception {
        HttpResponse<String> answer = tomcat.get(path);

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("answered\n");
        assertThat(answer.headers().firstValueAsLong("Content-Length")).hasValue(9);
    }

    @ParameterizedTest
    @CsvSource({
        "/length?length=0, length must be a whole number 1..10240", "/length?length=10241, was '10241'",
        "/length, is missing", "/hold/async?x=1, unknown parameter 'x'",
        "/answer/async?x=1, was 'x=1'", "/counters?x=1, was 'x=1'",
        "/length?length=%22%0A, was '\\\"?'"
    })
    void namesTheBadParameterItsValueAndTheRange(String path, String words) throws Exception {
        HttpResponse<String> answer = tomcat.get(path);

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).startsWith("{\"error\":\"").contains(words).doesNotContain("\n");
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /hold/release, POST", "POST, /hold/async, GET", "HEAD, /hold/blocking, GET",
        "POST, /counters, GET", "DELETE, /length?length=1, GET", "PUT, /channels, 'GET, POST'"
    })
    void refusesOtherMethods(String method, String path, String allowed) throws Exception {
        HttpResponse<String> answer = tomcat.client()
                .send(
                        HttpRequest.newBuilder(tomcat.uri(path))
                                .method(method, HttpRequest.BodyPublishers.noBody())
                                .build(),
                        HttpResponse.BodyHandlers.ofString());

        assertThat(answer.statusCode()).isEqualTo(405);
        assertThat(answer.headers().firstValue("Allow")).hasValue(allowed);
    }

    @Test
    void holdsBothKindsUntilOneEventAndNoMoreThanTheCap() throws Exception {
        List<BufferedReader> held = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            HttpResponse<InputStream> answer = tomcat.client()
                    .send(
                            HttpRequest.newBuilder(tomcat.uri(i % 2 == 0 ? "/hold/blocking" : "/hold/async"))
                                    .build(),
                            HttpResponse.BodyHandlers.ofInputStream());
            BufferedReader reader = new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8));
            assertThat(reader.readLine()).isEqualTo("held");
            held.add(reader);
        }
        assertThat(tomcat.gauges().value(Gauge.BLOCKING_HOLDS)).isEqualTo(3);
        assertThat(tomcat.gauges().value(Gauge.ASYNC_HOLDS)).isEqualTo(3);
        assertThat(tomcat.get("/hold/async").statusCode()).isEqualTo(503);
        assertThat(tomcat.get("/hold/blocking").body()).contains("ceiling.hold.cap");

        assertThat(tomcat.post("/hold/release", "").body()).isEqualTo("{\"released\":6}");

        for (BufferedReader reader : held) {
            assertThat(reader.readLine()).isEqualTo("released");
            assertThat(reader.readLine()).isNull();
        }
        assertThat(tomcat.gauges().value(Gauge.BLOCKING_HOLDS)).isZero();
        assertThat(tomcat.gauges().value(Gauge.ASYNC_HOLDS)).isZero();
        assertThat(tomcat.post("/hold/release", "").body()).isEqualTo("{\"released\":0}");
    }

    @Test
    void answersTextInUpperCaseWhateverTheLocale() throws Exception {
        CompletableFuture<String> answer = new CompletableFuture<>();
        WebSocket socket = tomcat.client()
                .newWebSocketBuilder()
                .buildAsync(
                        java.net.URI.create("ws://127.0.0.1:" + tomcat.port() + "/ceiling/ws/upper"),
                        new WebSocket.Listener() {
                            private final StringBuilder text = new StringBuilder();

                            @Override
                            public @Nullable CompletionStage<?> onText(
                                    WebSocket from, CharSequence part, boolean last) {
                                text.append(part);
                                if (last) {
                                    answer.complete(text.toString());
                                }
                                from.request(1);
                                return null;
                            }
                        })
                .get(5, TimeUnit.SECONDS);

        socket.sendText("istanbul straße 7", true).get(5, TimeUnit.SECONDS);

        assertThat(answer.get(5, TimeUnit.SECONDS)).isEqualTo("ISTANBUL STRASSE 7");
        assertThat(tomcat.gauges().value(Gauge.UPPER_SESSIONS)).isEqualTo(1);
        socket.sendClose(WebSocket.NORMAL_CLOSURE, "").get(5, TimeUnit.SECONDS);
    }
}
