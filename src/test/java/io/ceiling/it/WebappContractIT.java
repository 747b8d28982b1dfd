package io.ceiling.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.container.ThreadKind;
import java.io.BufferedReader;
import java.io.InputStreamReader;
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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What every container must do with the WAR, whatever its connector and its threads. */
@ParameterizedClass
@EnumSource(ServerKind.class)
class WebappContractIT {

    private static final int MAX_THREADS = 20;
    /** Of the only network that the servers allow. */
    private static final String ALLOWED = "127.9.0.1";

    private static final String NOT_ALLOWED = "127.0.0.1";
    private static final String TOKEN = "s3cret";
    private static final String UPGRADE = String.join(
            "\r\n",
            "Connection: Upgrade",
            "Upgrade: websocket",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
            "");

    /** An allowed address in every header that a proxy might set. */
    private static final String FORGED = String.join(
            "\r\n",
            "Content-Length: 0",
            "X-Forwarded-For: 127.9.0.1",
            "X-Real-IP: 127.9.0.1",
            "Forwarded: for=127.9.0.1",
            "");

    @SuppressWarnings("NullAway.Init")
    private static ForkedServer server;

    @Parameter
    @SuppressWarnings("NullAway.Init")
    ServerKind kind;

    @BeforeParameterizedClassInvocation
    static void start(ServerKind kind) throws Exception {
        server = ForkedServer.start(
                kind,
                kind.war(),
                kind.javaHome(),
                MAX_THREADS,
                List.of("-Dceiling.allow=127.9.0.0/16", "-Dceiling.token=" + TOKEN));
    }

    @AfterParameterizedClassInvocation
    static void stop() throws Exception {
        if (server != null) {
            server.close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/recursive", "/recursive-async"})
    void recursionReachesItsLimitThoughItsSelfCallsComeFromAnAddressThatIsNotAllowed(String path) throws Exception {
        String answer = RawHttp.get(ALLOWED, server.port(), path + "?number=1&limit=8");

        assertThat(RawHttp.body(answer)).isEqualTo("{\"reached\":8,\"failure\":null}");
        assertThat(answer).startsWith("HTTP/1.1 200").containsIgnoringCase("content-type: application/json");
        assertThat(server.gauge(1)).isGreaterThanOrEqualTo(8);
        assertThat(server.gauge(2)).isZero();
    }

    @Test
    void asyncRecursionIsNotLimitedByThreads() throws Exception {
        String answer = RawHttp.get(ALLOWED, server.port(), "/recursive-async?number=1&limit=300");

        if (kind == ServerKind.TOMCAT_BIO) {
            // An async level frees its thread here too, but a thread is taken by each connection that is being read.
            assertThat(RawHttp.body(answer)).startsWith("{\"reached\":");
        } else {
            assertThat(RawHttp.body(answer)).isEqualTo("{\"reached\":300,\"failure\":null}");
        }
    }

    @Test
    void recursionThatStallsIsBrokenOffAtItsDeepestLevel() throws Exception {
        String body = RawHttp.body(RawHttp.get(ALLOWED, server.port(), "/recursive?number=1&limit=500&stall-ms=500"));

        if (kind.threadKind() == ThreadKind.VIRTUAL) {
            assertThat(body).isEqualTo("{\"reached\":500,\"failure\":null}");
        } else {
            Matcher matcher = Pattern.compile("\\{\"reached\":(\\d+),\"failure\":\"stalled: level (\\d+) did not answer"
                            + " within 500 ms\"}")
                    .matcher(body);
            assertThat(matcher.matches()).as(body).isTrue();
            int reached = Integer.parseInt(matcher.group(1));
            assertThat(reached).isBetween(1, MAX_THREADS);
            assertThat(matcher.group(2)).isEqualTo(Integer.toString(reached + 1));
        }
        assertThat(server.gauge(2)).isZero();
        // The server is whole again, and the level that waited in the queue did not go on by itself.
        assertThat(RawHttp.body(RawHttp.get(ALLOWED, server.port(), "/recursive?number=1&limit=3")))
                .isEqualTo("{\"reached\":3,\"failure\":null}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/recursive", "/recursive-async"})
    void recursionFollowsNoHeaderOfItsClient(String path) throws Exception {
        try (Socket socket = RawHttp.connect(ALLOWED, server.port())) {
            RawHttp.send(
                    socket,
                    "GET /ceiling" + path + "?number=1&limit=3 HTTP/1.1\r\nHost: 192.0.2.1:9\r\n"
                            + "X-Forwarded-Host: 192.0.2.1:9\r\nX-Forwarded-For: 192.0.2.1\r\n"
                            + "Forwarded: for=192.0.2.1;host=192.0.2.1:9\r\nConnection: close\r\n\r\n");
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

            assertThat(RawHttp.body(answer)).isEqualTo("{\"reached\":3,\"failure\":null}");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /recursive, 400, number must be a whole number 1..100000",
        "GET, /recursive?number=0, 400, was '0'",
        "GET, /recursive?number=100001, 400, 1..100000",
        "GET, /recursive-async?number=2&limit=1, 400, number must be a whole number 1..1",
        "GET, /recursive-async?number=1&limit=x, 400, was 'x'",
        "GET, /recursive?number=1&stall-ms=1, 400, stall-ms must be a whole number 50..600000",
        "GET, /recursive?nummer=1, 400, unknown parameter 'nummer'",
        "GET, /length?length=0, 400, length must be a whole number 1..10240",
        "GET, /length?length=10241, 400, was '10241'",
        "GET, /length?length=1&length=2, 400, was given 2 times",
        "GET, /hold/async?number=1, 400, unknown parameter",
        "GET, /hold/release, 405, method must be POST",
        "POST, /hold/blocking, 405, method must be GET",
        "DELETE, /channels, 405, method must be GET or POST",
        "GET, /channels, 400, X-Atmosphere-Transport must be one of",
        "GET, /channels?X-Atmosphere-Transport=carrier-pigeon, 400, carrier-pigeon",
        "GET, /ws/upper, 426, takes WebSockets only"
    })
    void badRequestGetsOneLineOfJson(String method, String path, int status, String words) throws Exception {
        String answer = RawHttp.exchange(ALLOWED, server.port(), method + " /ceiling" + path, "Content-Length: 0\r\n");

        assertThat(RawHttp.status(answer)).as(answer).isEqualTo(status);
        assertThat(answer).containsIgnoringCase("content-type: application/json");
        assertThat(RawHttp.body(answer)).matches("\\{\"error\":\"[^\n]+\"}").contains(words);
    }

    @Test
    void lengthIsExactAndTheConnectionStaysOpen() throws Exception {
        long before = server.gauge(6);
        try (Socket socket = RawHttp.connect(ALLOWED, server.port())) {
            for (int length : new int[] {1, 27, 4096, 10_240}) {
                RawHttp.send(socket, "GET /ceiling/length?length=" + length + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
                StringBuilder head = new StringBuilder();
                while (head.indexOf("\r\n\r\n") < 0) {
                    head.append((char) socket.getInputStream().read());
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
        assertThat(server.gauge(6)).isEqualTo(before + 4);
    }

    @Test
    void twoHundredAsyncHoldsNeedNoThreadEachAndOneEventReleasesBothKinds() throws Exception {
        List<Socket> held = new ArrayList<>();
        try {
            for (int i = 0; i < 200; i++) {
                held.add(hold("/hold/async"));
            }
            for (int i = 0; i < 5; i++) {
                held.add(hold("/hold/blocking"));
            }
            assertThat(server.gauge(4)).isEqualTo(200);
            assertThat(server.gauge(3)).isEqualTo(5);

            String answer =
                    RawHttp.exchange(ALLOWED, server.port(), "POST /ceiling/hold/release", "Content-Length: 0\r\n");

            assertThat(RawHttp.body(answer)).isEqualTo("{\"released\":205}");
            for (Socket socket : held) {
                String rest = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                assertThat(rest).contains("released\n").doesNotContain("held");
            }
            assertThat(server.gauge(4)).isZero();
            assertThat(server.gauge(3)).isZero();
        } finally {
            for (Socket socket : held) {
                socket.close();
            }
        }
    }

    /** Opens a hold and reads exactly to the end of its first part. */
    private static Socket hold(String path) throws Exception {
        Socket socket = RawHttp.connect(ALLOWED, server.port());
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

    @Test
    void webSocketAnswersInUpperCaseAndIsCounted() throws Exception {
        BlockingQueue<String> answers = new LinkedBlockingQueue<>();
        long before = server.gauge(7);
        WebSocket socket = HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .header("Authorization", "Bearer " + TOKEN)
                .buildAsync(
                        URI.create("ws://127.0.0.1:" + server.port() + "/ceiling/ws/upper"), new TextListener(answers))
                .get(20, TimeUnit.SECONDS);

        for (int i = 0; i < 50; i++) {
            socket.sendText("istanbul straße " + i, true).get(20, TimeUnit.SECONDS);
            assertThat(answers.poll(20, TimeUnit.SECONDS)).isEqualTo("ISTANBUL STRASSE " + i);
        }

        assertThat(server.gauge(5)).isEqualTo(1);
        assertThat(server.gauge(7)).isEqualTo(before + 50);
        socket.sendClose(WebSocket.NORMAL_CLOSURE, "").get(20, TimeUnit.SECONDS);
        Awaiting.until("the session is gone", () -> server.gauge(5) == 0);
    }

    @Test
    void onlyTheAllowedNetworkGetsIn() throws Exception {
        long before = server.gauge(9);
        List<String> requests = List.of(
                "GET /ceiling/recursive?number=1&limit=1",
                "GET /ceiling/recursive-async?number=1&limit=1",
                "GET /ceiling/hold/blocking",
                "GET /ceiling/hold/async",
                "POST /ceiling/hold/release",
                "GET /ceiling/length?length=1",
                "GET /ceiling/ws/upper",
                "GET /ceiling/channels?X-Atmosphere-Transport=long-polling",
                "POST /ceiling/channels",
                "GET /ceiling/nowhere");

        for (String request : requests) {
            String answer = RawHttp.exchange(NOT_ALLOWED, server.port(), request, FORGED);
            assertThat(RawHttp.status(answer)).as(request).isEqualTo(403);
            assertThat(RawHttp.body(answer)).contains("ceiling.allow");
        }
        for (String path : List.of("/ws/upper", "/channels?X-Atmosphere-Transport=websocket")) {
            assertThat(upgradeStatus(NOT_ALLOWED, path))
                    .as("upgrade of " + path)
                    .isEqualTo(403);
            assertThat(upgradeStatus(ALLOWED, path)).as("upgrade of " + path).isEqualTo(101);
        }

        assertThat(server.gauge(9)).isEqualTo(before + requests.size() + 2);
    }

    @Test
    void whoeverHasTheTokenGetsIn() throws Exception {
        String line = "GET /ceiling/length?length=1";

        String right = RawHttp.exchange(NOT_ALLOWED, server.port(), line, "Authorization: Bearer " + TOKEN + "\r\n");
        String wrong = RawHttp.exchange(NOT_ALLOWED, server.port(), line, "Authorization: Bearer guess\r\n");

        assertThat(RawHttp.status(right)).isEqualTo(200);
        assertThat(RawHttp.status(wrong)).isEqualTo(403);
    }

    @Test
    void nobodyGetsInWithTheIdOfNoChain() throws Exception {
        String answer = RawHttp.exchange(
                NOT_ALLOWED,
                server.port(),
                "GET /ceiling/recursive?number=1&limit=1",
                "X-Ceiling-Chain: 00000000000000000000000000000000\r\n");

        assertThat(RawHttp.status(answer)).isEqualTo(403);
    }

    private static int upgradeStatus(String from, String path) throws Exception {
        try (Socket socket = RawHttp.connect(from, server.port())) {
            RawHttp.send(socket, "GET /ceiling" + path + " HTTP/1.1\r\nHost: localhost\r\n" + UPGRADE + "\r\n");
            String line = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))
                    .readLine();
            return RawHttp.status(String.valueOf(line));
        }
    }
}
