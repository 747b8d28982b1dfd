package io.ceiling.it.webapp;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.container.ThreadKind;
import io.ceiling.it.fixture.ForkedServer;
import io.ceiling.it.fixture.Part;
import io.ceiling.it.fixture.RawHttp;
import io.ceiling.it.fixture.ServerKind;
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
    @CsvSource({
        "GET, /recursive?number=0, 400, was '0'",
        "GET, /hold/release, 405, method must be POST",
        "DELETE, /channels, 405, method must be GET or POST",
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
    void pageAndItsCountersAreThere() throws Exception {
        endpoints().pageAndItsCountersAreThere();
    }

    @Test
    void onlyTheAllowedNetworkGetsIn() throws Exception {
        access().nobodyGetsInFrom(NOT_ALLOWED);
    }

    @Test
    void noForeignPageGetsIn() throws Exception {
        access().noForeignPageGetsIn();
    }

    private static EndpointChecks endpoints() {
        return new EndpointChecks(server, ALLOWED);
    }

    private static AccessChecks access() {
        return new AccessChecks(server, ALLOWED);
    }
}
