package io.ceiling.webapp.recursion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ceiling.protocol.Gauge;
import io.ceiling.webapp.Await;
import io.ceiling.webapp.TomcatFixture;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Recursions that go round three Tomcats. */
class RingOnTomcatTest {

    private static final String UNKNOWN_ID = "0123456789abcdef0123456789abcdef";

    @SuppressWarnings("NullAway.Init")
    private static TomcatRing shared;

    @BeforeAll
    static void start() throws Exception {
        shared = new TomcatRing(Map.of(), 30, 30, 30);
    }

    @AfterAll
    static void stop() throws Exception {
        shared.close();
    }

    @ParameterizedTest
    @CsvSource({"/recursive, 2", "/recursive, 50", "/recursive-async, 50"})
    void goesRoundUntilTheLimit(String path, int limit) throws Exception {
        try (TomcatRing ring = new TomcatRing(Map.of(), 30, 30, 30)) {
            assertThat(body(ring.instance(1), path + "?number=1&limit=" + limit))
                    .isEqualTo("{\"reached\":%d,\"failure\":null}", limit);

            // Level n is entered in the instance whose turn it is.
            for (int number = 1; number <= 3; number++) {
                long deepest = ring.instance(number).gauges().value(Gauge.DEEPEST_LEVEL);
                assertThat(deepest).isEqualTo(limit < number ? 0 : limit - (limit - number) % 3);
            }
            assertThat(ring.levelsInFlight()).isZero();
        }
    }

    @Test
    void mayBeginAnywhere() throws Exception {
        assertThat(body(shared.instance(2), "/recursive?number=7&limit=20"))
                .isEqualTo("{\"reached\":20,\"failure\":null}");
    }

    @Test
    void anInstanceMayBeItsOwnNext() throws Exception {
        try (TomcatRing ring = new TomcatRing(Map.of(), 30)) {
            assertThat(body(ring.instance(1), "/recursive?number=1&limit=20"))
                    .isEqualTo("{\"reached\":20,\"failure\":null}");
        }
    }

    @ParameterizedTest
    @CsvSource({
        // All pools are full at once, and what waits for a thread is the level that comes after all of theirs.
        "1, 1, 1, 3",
        "7, 7, 7, 21",
        // One is full before the others: the deepest level that is entered is in the one before it.
        "9, 2, 9, 7",
        "1, 9, 9, 3",
        "9, 9, 4, 14"
    })
    void tellsTheDeepestLevelOfAllWhenItStalls(int first, int second, int third, int reached) throws Exception {
        try (TomcatRing ring = new TomcatRing(Map.of(), first, second, third)) {
            // Classes are loaded now, and not while a level has half a second to answer.
            body(ring.instance(1), "/recursive?number=1&limit=3");

            String answer = body(ring.instance(1), "/recursive?number=1&limit=1000&stall-ms=500");

            assertThat(answer)
                    .isEqualTo(
                            "{\"reached\":%d,\"failure\":\"stalled: level %d did not answer within 500 ms\"}",
                            reached, reached + 1);
            assertThat(ring.deepestLevel()).isEqualTo(reached);
            Await.until(() -> ring.levelsInFlight() == 0);

            // The level that waited in a queue did not go on by itself, and every instance serves again.
            assertThat(body(ring.instance(1), "/recursive?number=1&limit=3"))
                    .isEqualTo("{\"reached\":3,\"failure\":null}");
            assertThat(ring.deepestLevel()).isEqualTo(reached);
        }
    }

    @Test
    void passesUpWhatAnInstanceKnowsWhoseNextOneIsGone() throws Exception {
        try (TomcatRing ring = new TomcatRing(Map.of(), 30, 30, 30)) {
            ring.stopLast();

            String answer = body(ring.instance(1), "/recursive?number=1&limit=50");

            assertThat(answer).startsWith("{\"reached\":2,\"failure\":\"java.net.ConnectException: ");
            assertThat(ring.levelsInFlight()).isZero();
        }
    }

    @Test
    void manyChainsGoRoundAtOnce() throws Exception {
        List<CompletableFuture<HttpResponse<String>>> answers = IntStream.rangeClosed(1, 9)
                .mapToObj(i -> shared.instance(1 + i % 3)
                        .client()
                        .sendAsync(
                                HttpRequest.newBuilder(
                                                shared.instance(1 + i % 3).uri("/recursive?number=1&limit=" + i))
                                        .build(),
                                HttpResponse.BodyHandlers.ofString()))
                .toList();

        for (int i = 1; i <= 9; i++) {
            assertThat(answers.get(i - 1).get(30, TimeUnit.SECONDS).body())
                    .isEqualTo("{\"reached\":%d,\"failure\":null}", i);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/recursive", "/recursive-async"})
    void callsNobodyThatARequestNames(String path) throws Exception {
        try (ServerSocket trap = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String address = "127.0.0.1:" + trap.getLocalPort();
            String request = "GET /ceiling" + path + "?number=1&limit=4 HTTP/1.1\r\nHost: " + address
                    + "\r\nX-Forwarded-Host: " + address + "\r\nForwarded: host=" + address
                    + "\r\nceiling.recursion.next: " + address + "\r\nConnection: close\r\n\r\n";

            assertThat(exchange(request)).startsWith("HTTP/1.1 200").endsWith("{\"reached\":4,\"failure\":null}");
            assertThat(body(shared.instance(1), path + "?number=1&limit=4&ceiling.recursion.next=" + address))
                    .contains("unknown parameter 'ceiling.recursion.next'");
            assertThat(body(shared.instance(1), path + "?number=1&limit=4&next=" + address))
                    .contains("unknown parameter 'next'");

            trap.setSoTimeout(100);
            assertThatThrownBy(trap::accept).isInstanceOf(SocketTimeoutException.class);
        }
    }

    @Test
    void adoptsTheChainOfAnotherInstanceAndRemembersThatItEnded() throws Exception {
        assertThat(exchange(level(4, 8, UNKNOWN_ID))).endsWith("{\"reached\":8,\"failure\":null}");

        // A late level of that chain finds it ended.
        assertThat(exchange(level(40, 80, UNKNOWN_ID))).endsWith("{\"reached\":7,\"failure\":null}");
        assertThat(shared.instance(1).gauges().value(Gauge.DEEPEST_LEVEL)).isLessThan(40);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", "x",
                "0123456789abcdef0123456789abcde", "0123456789abcdef0123456789abcdef0",
                "0123456789ABCDEF0123456789ABCDEF", "0123456789abcdef0123456789abcdeg"
            })
    void adoptsNoIdThatNoInstanceGives(String id) throws Exception {
        // Each begins a chain of its own, so the second request finds none that ended.
        assertThat(exchange(level(1, 4, id))).endsWith("{\"reached\":4,\"failure\":null}");
        assertThat(exchange(level(1, 5, id))).endsWith("{\"reached\":5,\"failure\":null}");
    }

    @Test
    void theIdOfAChainOpensNoDoorThatTheAccessRuleCloses() throws Exception {
        InetAddress notAllowed = InetAddress.getByAddress(new byte[] {127, 0, 0, 2});
        try (TomcatRing ring = new TomcatRing(Map.of("ceiling.allow", "127.0.0.1,192.0.2.0/24"), 9, 9);
                Socket socket = new Socket(
                        InetAddress.getLoopbackAddress(), ring.instance(1).port(), notAllowed, 0)) {
            socket.getOutputStream().write(level(1, 4, UNKNOWN_ID).getBytes(StandardCharsets.US_ASCII));

            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .startsWith("HTTP/1.1 403");
            assertThat(ring.deepestLevel()).isZero();
        }
    }

    @Test
    void theContainerCanReadWhatIsUsed() throws Exception {
        assertThat(shared.instance(3).context().getAttribute(NextInstance.NAME))
                .isEqualTo("127.0.0.1:" + shared.instance(1).port());
        try (TomcatFixture alone = new TomcatFixture(5, Map.of())) {
            assertThat(alone.context().getAttribute(NextInstance.NAME)).isNull();
        }
    }

    private static String level(int number, int limit, String chain) {
        return "GET /ceiling/recursive?number=%d&limit=%d HTTP/1.1\r\nHost: localhost\r\n%s: %s\r\nConnection: close\r\n\r\n"
                .formatted(number, limit, Chains.HEADER, chain);
    }

    private static String exchange(String request) throws Exception {
        try (Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), shared.instance(1).port())) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static String body(TomcatFixture instance, String path) throws Exception {
        return instance.get(path).body();
    }
}
