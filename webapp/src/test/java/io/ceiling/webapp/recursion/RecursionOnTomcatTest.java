package io.ceiling.webapp.recursion;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.protocol.Gauge;
import io.ceiling.webapp.TomcatFixture;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecursionOnTomcatTest {

    @ParameterizedTest
    @ValueSource(strings = {"/recursive", "/recursive-async"})
    void callsItselfUntilTheLimit(String path) throws Exception {
        try (TomcatFixture tomcat = new TomcatFixture(100, Map.of())) {
            assertThat(tomcat.get(path + "?number=1&limit=60").body()).isEqualTo("{\"reached\":60,\"failure\":null}");
            assertThat(tomcat.gauges().value(Gauge.DEEPEST_LEVEL)).isEqualTo(60);
            assertThat(tomcat.gauges().value(Gauge.LEVELS_IN_FLIGHT)).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/recursive", "/recursive-async"})
    void beginsAtTheNumberThatWasAskedFor(String path) throws Exception {
        assertThat(shared.get(path + "?number=7&limit=9").body()).isEqualTo("{\"reached\":9,\"failure\":null}");
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 20})
    void breaksOffTheDeepestCallWhenAllThreadsAreTaken(int threads) throws Exception {
        try (TomcatFixture tomcat = new TomcatFixture(threads, Map.of())) {
            String answer =
                    tomcat.get("/recursive?number=1&limit=100&stall-ms=200").body();

            assertThat(answer)
                    .isEqualTo(
                            "{\"reached\":%d,\"failure\":\"stalled: level %d did not answer within 200 ms\"}",
                            threads, threads + 1);
            assertThat(tomcat.gauges().value(Gauge.DEEPEST_LEVEL)).isEqualTo(threads);
            assertThat(tomcat.gauges().value(Gauge.LEVELS_IN_FLIGHT)).isZero();

            // The level that waited in the queue must not go on by itself.
            assertThat(tomcat.get("/recursive?number=1&limit=2").body()).isEqualTo("{\"reached\":2,\"failure\":null}");
            assertThat(tomcat.gauges().value(Gauge.DEEPEST_LEVEL)).isEqualTo(threads);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/recursive", "/recursive-async"})
    void callsItsOwnAddressWhateverTheHostHeaderSays(String path) throws Exception {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), shared.port())) {
            String request = "GET /ceiling" + path + "?number=1&limit=3 HTTP/1.1\r\nHost: 192.0.2.1:9\r\n"
                    + "X-Forwarded-Host: 192.0.2.1\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));

            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

            assertThat(answer).startsWith("HTTP/1.1 200").endsWith("{\"reached\":3,\"failure\":null}");
        }
    }

    @SuppressWarnings("NullAway.Init")
    private static TomcatFixture shared;

    @BeforeAll
    static void start() throws Exception {
        shared = new TomcatFixture(20, Map.of());
    }

    @AfterAll
    static void stop() throws Exception {
        shared.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", "?number=", "?number=0", "?number=-1", "?number=x",
                "?number=1e3", "?number=99999999999", "?number=100001", "?number=4&limit=3", "?number=1&number=2",
                "?number=1&stall-ms=0", "?number=1&stall-ms=600001", "?number=1&nonsense=2", "?number=%zz"
            })
    void refusesBadParametersWithOneLineOfJson(String query) throws Exception {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), shared.port())) {
            String request =
                    "GET /ceiling/recursive" + query + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));

            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

            assertThat(answer).startsWith("HTTP/1.1 400").contains("application/json");
            assertThat(answer.substring(answer.indexOf("\r\n\r\n") + 4)).matches("\\{\"error\":\"[^\n]+\"}");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"00000000000000000000000000000000", "", "x"})
    void treatsAnUnknownChainAsANewOne(String id) throws Exception {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), shared.port())) {
            String request = "GET /ceiling/recursive?number=1&limit=4 HTTP/1.1\r\nHost: localhost\r\n" + Chains.HEADER
                    + ": " + id + "\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));

            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

            assertThat(answer).endsWith("{\"reached\":4,\"failure\":null}");
        }
    }
}
