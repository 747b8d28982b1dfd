package io.ceiling.it.webapp;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.container.ThreadKind;
import io.ceiling.it.fixture.ForkedServer;
import io.ceiling.it.fixture.Part;
import io.ceiling.it.fixture.RawHttp;
import io.ceiling.it.fixture.ServerKind;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What every container must do with the WAR, whatever its connector and its threads. */
@ParameterizedClass
@MethodSource("kinds")
@Tag("side-by-side")
@Tag("divided")
class WebappContractIT {

    private static final int MAX_THREADS = 20;
    /** Of the only network that the servers allow. */
    private static final String ALLOWED = "127.9.0.1";

    private static final String NOT_ALLOWED = "127.0.0.1";
    private static final String TOKEN = "s3cret-of-this-test";

    @SuppressWarnings("NullAway.Init")
    private static ForkedServer server;

    @Parameter
    @SuppressWarnings("NullAway.Init")
    ServerKind kind;

    static Stream<ServerKind> kinds() {
        return Part.of(ServerKind.all().stream(), WebappContractIT::isFirst);
    }

    /** Each program once, and both kinds of threads. */
    private static boolean isFirst(ServerKind kind) {
        boolean alone = kind.variant().container().connectors().size() == 1;
        return kind.equals(ServerKind.TOMCAT_NIO)
                || kind.equals(ServerKind.TOMCAT_BIO)
                || (alone && kind.threadKind() == ThreadKind.VIRTUAL);
    }

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
        endpoints().recursionReaches(path, 8);
    }

    @Test
    void asyncRecursionIsNotLimitedByThreads() throws Exception {
        String answer = RawHttp.get(ALLOWED, server.port(), "/recursive-async?number=1&limit=300");

        if (kind.equals(ServerKind.TOMCAT_BIO)) {
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
        "GET, /answer?length=1, 400, no parameter is allowed",
        "GET, /answer/async?x, 400, no parameter is allowed",
        "GET, /answer/async-thread?x=1, 400, was 'x=1'",
        "POST, /answer, 405, method must be GET",
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
        assertThat(answer)
                .containsIgnoringCase("content-type: application/json")
                .containsIgnoringCase("x-content-type-options: nosniff");
        assertThat(RawHttp.body(answer)).matches("\\{\"error\":\"[^\n]+\"}").contains(words);
    }

    @Test
    void lengthIsExactAndTheConnectionStaysOpen() throws Exception {
        endpoints().lengthIsExactAndTheConnectionStaysOpen();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/answer", "/answer/async", "/answer/async-thread"})
    void answersAreTheSameHoweverTheyAreCompleted(String path) throws Exception {
        endpoints().answersTwiceOnOneConnection(path);
    }

    @Test
    void twoHundredAsyncHoldsNeedNoThreadEachAndOneEventReleasesBothKinds() throws Exception {
        endpoints().oneEventReleases(5, 200);
    }

    @Test
    void webSocketAnswersInUpperCaseAndIsCounted() throws Exception {
        endpoints().webSocketAnswersInUpperCaseAndIsCounted(50, TOKEN);
    }

    @Test
    void liveEventsFollowWhatIsHeld() throws Exception {
        new LiveChecks(server, TOKEN).eventsFollowWhatIsHeld();
    }

    @Test
    void theLivePageAndItsSettingsAreThere() throws Exception {
        new LiveChecks(server, TOKEN).thePageAndItsSettingsAreThere();
    }

    @Test
    void onlyTheAllowedNetworkGetsIn() throws Exception {
        access().nobodyGetsInFrom(NOT_ALLOWED);
    }

    @Test
    void whoeverHasTheTokenGetsIn() throws Exception {
        access().whoeverHasTheTokenGetsIn(NOT_ALLOWED, TOKEN);
    }

    @Test
    void noForeignPageGetsIn() throws Exception {
        access().noForeignPageGetsIn();
    }

    @Test
    void itsOwnPageGetsIn() throws Exception {
        access().itsOwnPageGetsIn();
    }

    @Test
    void aNameThatIsNotKnownNeedsTheToken() throws Exception {
        access().aNameThatIsNotKnownNeedsTheToken(TOKEN);
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

    private static EndpointChecks endpoints() {
        return new EndpointChecks(server, ALLOWED);
    }

    private static AccessChecks access() {
        return new AccessChecks(server, ALLOWED);
    }
}
