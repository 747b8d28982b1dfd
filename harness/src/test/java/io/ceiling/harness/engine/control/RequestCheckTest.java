package io.ceiling.harness.engine.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.ceiling.harness.scenario.CustomRequest;
import io.ceiling.harness.scenario.RequestPace;
import io.ceiling.harness.scenario.Target;
import io.ceiling.load.http.ExpectedAnswer;
import io.ceiling.load.http.HttpRequest;
import io.ceiling.load.workload.CustomPlan;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestCheckTest {

    private static final Duration SLO = Duration.ofMillis(200);

    private final CountDownLatch over = new CountDownLatch(1);
    private final AtomicInteger asked = new AtomicInteger();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Queue<String> bodies = new ConcurrentLinkedQueue<>();
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/shop/ok", exchange -> answer(exchange, 200));
        server.createContext("/shop/secret", exchange -> answer(exchange, 401));
        server.createContext("/shop/moved", exchange -> {
            exchange.getResponseHeaders().set("Location", "/login;jsessionid=7F?token=7#access=8");
            answer(exchange, 302);
        });
        server.createContext("/shop/broken", exchange -> answer(exchange, 500));
        server.createContext("/shop/invalid", exchange -> answer(exchange, 422));
        server.createContext("/shop/full", exchange -> {
            byte[] page = ("try again, request " + asked.getAndIncrement()).getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(503, page.length);
            exchange.getResponseBody().write(page);
            exchange.close();
        });
        server.createContext("/shop/flaky", exchange -> answer(exchange, asked.getAndIncrement() % 2 == 0 ? 200 : 500));
        server.createContext("/shop/limited", exchange -> answer(exchange, asked.getAndIncrement() == 0 ? 200 : 429));
        server.createContext("/shop/cold", exchange -> {
            await(asked.getAndIncrement() == 0 ? 3_100 : 0);
            answer(exchange, 200);
        });
        server.createContext("/shop/order", exchange -> {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            bodies.add(exchange.getRequestMethod() + " " + body);
            boolean json =
                    "application/json".equals(exchange.getRequestHeaders().getFirst("Content-Type"));
            answer(exchange, json ? 201 : 415);
        });
        server.createContext("/shop/long", exchange -> {
            byte[] page = ("x".repeat(20_000) + "end").getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, page.length);
            exchange.getResponseBody().write(page);
            exchange.close();
        });
        server.createContext("/shop/slow", exchange -> {
            await(2_000);
            answer(exchange, 200);
        });
        server.start();
    }

    @AfterEach
    void stop() {
        over.countDown();
        server.stop(0);
        threads.shutdownNow();
    }

    private void await(long millis) {
        try {
            boolean ignored = over.await(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void answer(HttpExchange exchange, int status) throws IOException {
        exchange.sendResponseHeaders(status, -1);
        exchange.close();
    }

    private void require(CustomRequest request, Optional<Duration> slo) {
        RequestCheck.failure(
                        Target.withAddressOnly(
                                new Target.Endpoint(
                                        "127.0.0.1",
                                        "127.0.0.1",
                                        server.getAddress().getPort(),
                                        "/shop",
                                        false,
                                        false,
                                        List.of()),
                                true),
                        request,
                        slo)
                .ifPresent(why -> {
                    throw new IllegalStateException(why);
                });
    }

    private static CustomRequest get(String path) {
        return new CustomRequest(CustomPlan.Kind.GET, path, "", "");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/secret | GET /shop/secret is answered with 401 Unauthorized. Hint: a login needs --header='Authorization: ...'",
                "/moved?id=7 | GET /shop/moved?id=... is answered with 302 Temporary Redirect to /login;...?token=.... Hint: ask for that path",
                "/nothing | GET /shop/nothing is answered with 404 Not Found. Hint: this is the whole path that was asked",
                "/broken | GET /shop/broken is answered with 500 Internal Server Error, without load. Hint: mend that first",
                "/full | GET /shop/full is answered with 503 Service Unavailable, without load. Hint: mend that first",
                "/flaky | GET /shop/flaky fails without load: 5 of 10 single requests are answered with 500",
                "/slow | GET /shop/slow takes 2.0 s without load, the SLO is 200 ms. Hint: raise --slo, or use --in-flight"
            })
    void whatFailsWithoutLoadIsSaidInOneLineWithItsRemedy(String path, String words) {
        assertThatThrownBy(() -> require(get(path), Optional.of(SLO)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith(words)
                .message()
                .doesNotContain("\n");
    }

    private static HttpRequest post(String contentType, String body) {
        return new HttpRequest("POST", "/order", "Content-Type: " + contentType + "\r\n", body, 1);
    }

    @Test
    void aBodyIsSentWithItsTypeAndOtherOnesEachTime() {
        CustomRequest order =
                get("/order").withRequests(List.of(post("application/json", "{{n}}")), ExpectedAnswer.SUCCESS);

        assertThatCode(() -> require(order, Optional.of(SLO))).doesNotThrowAnyException();

        assertThat(bodies).hasSize(10).doesNotHaveDuplicates().allMatch(body -> body.matches("POST \\d+"));
    }

    @Test
    void aBodyOfAnotherTypeIsSaid() {
        CustomRequest order = get("/order").withRequests(List.of(post("a/b", "{}")), ExpectedAnswer.SUCCESS);

        assertThatThrownBy(() -> require(order, Optional.of(SLO)))
                .hasMessage(
                        "POST /shop/order is answered with 415 Unsupported Media Type. Hint: a body of JSON needs --header='Content-Type: application/json'");
    }

    @Test
    void aBodyThatTheApplicationRefusesIsSaid() {
        CustomRequest order = get("/invalid")
                .withRequests(
                        List.of(new HttpRequest("POST", "/invalid", "", "{}", 1), HttpRequest.get("/invalid")),
                        ExpectedAnswer.SUCCESS);

        assertThatThrownBy(() -> require(order, Optional.of(SLO)))
                .hasMessageEndingWith("Hint: the application refuses this body, its log or its answer says why");
        assertThatThrownBy(() -> require(get("/invalid"), Optional.of(SLO)))
                .hasMessageEndingWith("Hint: a body is --data, what it is --header='Content-Type: ...'");
    }

    @Test
    void eachRequestOfAMixIsSentOnce() {
        CustomRequest mix = CustomRequest.inFlight("/ok", RequestPace.AT_ONCE)
                .withRequests(
                        List.of(HttpRequest.get("/ok"), post("application/json", "{}"), HttpRequest.get("/broken")),
                        ExpectedAnswer.SUCCESS);

        assertThatThrownBy(() -> require(mix, Optional.of(SLO)))
                .hasMessageStartingWith("GET /shop/broken is answered with 500");
        assertThat(bodies).containsExactly("POST {}");
    }

    @ParameterizedTest
    @CsvSource({"/broken, 5xx, ''", "/moved, 'any', ''", "/moved, 302, ''", "/full, 503, 'try again, request \\d'"})
    void whatIsExpectedIsRight(String path, String statuses, String text) {
        boolean follow = statuses.equals("any");
        ExpectedAnswer expected = new ExpectedAnswer(follow ? "2xx" : statuses, text, follow);

        assertThatCode(() ->
                        require(get(path).withRequests(List.of(HttpRequest.get(path)), expected), Optional.of(SLO)))
                .doesNotThrowAnyException();
    }

    @Test
    void aTextThatIsNotFoundIsSaidWithWhatCame() {
        CustomRequest full =
                get("/full").withRequests(List.of(HttpRequest.get("/full")), new ExpectedAnswer("503", "ok", false));

        assertThatThrownBy(() -> require(full, Optional.of(SLO)))
                .hasMessage(
                        "GET /shop/full is answered with 503 Service Unavailable and 20 characters, in which 'ok' is not found");
    }

    @Test
    void aTextIsSearchedWhereTheLoadAgentsSearchIt() {
        CustomRequest late = get("/long").withRequests(List.of(HttpRequest.get("/long")), ExpectedAnswer.with("end"));
        CustomRequest early = get("/long").withRequests(List.of(HttpRequest.get("/long")), ExpectedAnswer.with("^x+"));

        assertThatThrownBy(() -> require(late, Optional.of(SLO)))
                .hasMessageEndingWith("200 OK and 20003 characters, in the first 16 KiB of which 'end' is not found");
        assertThatCode(() -> require(early, Optional.of(SLO))).doesNotThrowAnyException();
    }

    /** A page that is compiled by its first request, and a rate limit, are no reason. */
    @ParameterizedTest
    @ValueSource(strings = {"/ok", "/cold", "/limited"})
    void whatIsAnsweredInTheEndIsMeasured(String path) {
        assertThatCode(() -> require(get(path), Optional.of(SLO))).doesNotThrowAnyException();
    }

    @Test
    void slowRequestsAreMeasuredInFlightAndWhereNoSloIsKept() {
        assertThatCode(() -> require(CustomRequest.inFlight("/slow", RequestPace.AT_ONCE), Optional.of(SLO)))
                .doesNotThrowAnyException();
        assertThatCode(() -> require(get("/slow"), Optional.empty())).doesNotThrowAnyException();
    }

    /** The ramp of requests in flight sends single requests of its own. */
    @Test
    void oneRequestIsEnoughBeforeRequestsInFlight() {
        assertThatCode(() -> require(CustomRequest.inFlight("/flaky", RequestPace.AT_ONCE), Optional.of(SLO)))
                .doesNotThrowAnyException();
        assertThat(asked.get()).isEqualTo(1);
        assertThatThrownBy(() -> require(CustomRequest.inFlight("/broken", RequestPace.AT_ONCE), Optional.of(SLO)))
                .hasMessageStartingWith("GET /shop/broken is answered with 500");
    }

    /** The response would stay in the server, in the place of another. */
    @Test
    void whatIsHeldIsNotAsked() {
        assertThatCode(() -> require(new CustomRequest(CustomPlan.Kind.HOLD, "/limited", "", ""), Optional.of(SLO)))
                .doesNotThrowAnyException();

        assertThat(asked.get()).isZero();
    }
}
