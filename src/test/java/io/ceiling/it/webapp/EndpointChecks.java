package io.ceiling.it.webapp;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.it.fixture.Awaiting;
import io.ceiling.it.fixture.RawHttp;
import io.ceiling.it.fixture.Served;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** What the endpoints must do in any server, for a client on an address that is allowed. */
final class EndpointChecks {

    private static final int DEEPEST_LEVEL = 1;
    private static final int LEVELS_IN_FLIGHT = 2;
    private static final int BLOCKING_HOLDS = 3;
    private static final int ASYNC_HOLDS = 4;
    private static final int UPPER_SESSIONS = 5;
    private static final int LENGTH_ANSWERS = 6;
    private static final int UPPER_ANSWERS = 7;

    private final Served server;
    private final String allowed;

    EndpointChecks(Served server, String allowed) {
        this.server = server;
        this.allowed = allowed;
    }

    void recursionReaches(String path, int limit) throws Exception {
        String answer = RawHttp.get(allowed, server.port(), path + "?number=1&limit=" + limit);

        assertThat(RawHttp.body(answer)).isEqualTo("{\"reached\":" + limit + ",\"failure\":null}");
        assertThat(answer).startsWith("HTTP/1.1 200").containsIgnoringCase("content-type: application/json");
        assertThat(server.gauge(DEEPEST_LEVEL)).isGreaterThanOrEqualTo(limit);
        assertThat(server.gauge(LEVELS_IN_FLIGHT)).isZero();
    }

    void oneEventReleases(int blocking, int async) throws Exception {
        List<Socket> held = new ArrayList<>();
        try {
            for (int i = 0; i < async; i++) {
                held.add(hold("/hold/async"));
            }
            for (int i = 0; i < blocking; i++) {
                held.add(hold("/hold/blocking"));
            }
            assertThat(server.gauge(ASYNC_HOLDS)).isEqualTo(async);
            assertThat(server.gauge(BLOCKING_HOLDS)).isEqualTo(blocking);

            String answer =
                    RawHttp.exchange(allowed, server.port(), "POST /ceiling/hold/release", "Content-Length: 0\r\n");

            assertThat(RawHttp.body(answer)).isEqualTo("{\"released\":%d}".formatted(blocking + async));
            for (Socket socket : held) {
                String rest = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                assertThat(rest).contains("released\n").doesNotContain("held");
            }
            assertThat(server.gauge(ASYNC_HOLDS)).isZero();
            assertThat(server.gauge(BLOCKING_HOLDS)).isZero();
        } finally {
            for (Socket socket : held) {
                socket.close();
            }
        }
    }

    private Socket hold(String path) throws Exception {
        Socket socket = RawHttp.connect(allowed, server.port());
        RawHttp.send(socket, "GET /ceiling" + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        StringBuilder begin = new StringBuilder();
        while (begin.indexOf("held\n") < 0) {
            int next = socket.getInputStream().read();
            assertThat(next).as(begin.toString()).isNotNegative();
            begin.append((char) next);
        }
        assertThat(begin.toString()).startsWith("HTTP/1.1 200").containsIgnoringCase("text/plain");
        return socket;
    }

    void lengthIsExactAndTheConnectionStaysOpen() throws Exception {
        long before = server.gauge(LENGTH_ANSWERS);
        try (Socket socket = RawHttp.connect(allowed, server.port())) {
            for (int length : new int[] {1, 27, 4096, 10_240}) {
                RawHttp.send(socket, "GET /ceiling/length?length=" + length + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
                StringBuilder head = new StringBuilder();
                while (head.indexOf("\r\n\r\n") < 0) {
                    int next = socket.getInputStream().read();
                    assertThat(next).as(head.toString()).isNotNegative();
                    head.append((char) next);
                }
                assertThat(head.toString())
                        .startsWith("HTTP/1.1 200")
                        .containsIgnoringCase("content-length: " + length);
                byte[] body = socket.getInputStream().readNBytes(length);
                for (int i = 0; i < length; i++) {
                    assertThat(body[i]).isEqualTo((byte) ('a' + i % 26));
                }
            }
        }
        assertThat(server.gauge(LENGTH_ANSWERS)).isEqualTo(before + 4);
    }

    void pageAndItsCountersAreThere() throws Exception {
        String page = RawHttp.get(allowed, server.port(), "/");
        String counters = RawHttp.get(allowed, server.port(), "/counters");

        assertThat(page)
                .startsWith("HTTP/1.1 200")
                .containsIgnoringCase("content-security-policy: default-src 'none'; script-src 'sha256-")
                .contains("fetch('counters')");
        assertThat(RawHttp.body(counters)).contains("\"length_answers\":%d,".formatted(server.gauge(LENGTH_ANSWERS)));
    }

    /** Twice over one connection: the first answer, however it is completed, leaves it as it was. */
    void answersTwiceOnOneConnection(String path) throws Exception {
        try (Socket socket = RawHttp.connect(allowed, server.port())) {
            for (int i = 0; i < 2; i++) {
                RawHttp.send(socket, "GET /ceiling" + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
                StringBuilder answer = new StringBuilder();
                while (answer.indexOf("\r\n\r\nanswered\n") < 0) {
                    int next = socket.getInputStream().read();
                    assertThat(next).as(answer.toString()).isNotNegative();
                    answer.append((char) next);
                }
                assertThat(answer.toString())
                        .startsWith("HTTP/1.1 200")
                        .containsIgnoringCase("content-length: 9\r\n")
                        .containsIgnoringCase("content-type: text/plain");
            }
        }
    }

    /** @param token for a server that does not allow 127.0.0.1, from where this client comes */
    void webSocketAnswersInUpperCaseAndIsCounted(int messages, @Nullable String token) throws Exception {
        BlockingQueue<String> answers = new LinkedBlockingQueue<>();
        long before = server.gauge(UPPER_ANSWERS);
        WebSocket.Builder builder = HttpClient.newHttpClient().newWebSocketBuilder();
        if (token != null) {
            builder.header("Authorization", "Bearer " + token);
        }
        WebSocket socket = builder.buildAsync(
                        URI.create("ws://127.0.0.1:" + server.port() + "/ceiling/ws/upper"), new TextListener(answers))
                .get(20, TimeUnit.SECONDS);

        for (int i = 0; i < messages; i++) {
            socket.sendText("istanbul straße " + i, true).get(20, TimeUnit.SECONDS);
            assertThat(answers.poll(20, TimeUnit.SECONDS)).isEqualTo("ISTANBUL STRASSE " + i);
        }

        assertThat(server.gauge(UPPER_SESSIONS)).isEqualTo(1);
        assertThat(server.gauge(UPPER_ANSWERS)).isEqualTo(before + messages);
        socket.sendClose(WebSocket.NORMAL_CLOSURE, "").get(20, TimeUnit.SECONDS);
        Awaiting.until("the session is gone", () -> server.gauge(UPPER_SESSIONS) == 0);
    }
}
