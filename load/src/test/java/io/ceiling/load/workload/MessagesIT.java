package io.ceiling.load.workload;

import static io.ceiling.load.fixtures.Agents.agent;
import static io.ceiling.load.fixtures.Agents.assertNoFailures;
import static io.ceiling.load.fixtures.Agents.exchange;
import static io.ceiling.load.fixtures.Agents.tryToOpen;
import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.load.LoadAgent;
import io.ceiling.load.fixtures.Await;
import io.ceiling.load.fixtures.CustomServer;
import io.ceiling.load.fixtures.SelfSigned;
import io.ceiling.load.http.ExpectedAnswer;
import io.ceiling.load.http.HttpRequest;
import io.ceiling.load.http.Statuses;
import io.ceiling.load.report.AgentReport;
import io.ceiling.load.report.FailureCause;
import io.ceiling.load.report.Histograms;
import io.ceiling.load.socket.Access;
import io.ceiling.load.socket.ServerAddress;
import io.ceiling.load.socket.Transport;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Requests with a method, headers and a body, and what counts as their right answer. */
class MessagesIT {

    private static final int CONNECTIONS = 8;
    private static final Access TLS = new Access("localhost", true, true, "");

    private static LoadPlan plan(
            CustomServer server, @Nullable Access access, ExpectedAnswer expect, HttpRequest... requests) {
        return LoadPlan.custom(
                        new ServerAddress("127.0.0.1", server.port(), "/app", access),
                        new CustomPlan(CustomPlan.Kind.IN_FLIGHT, List.of(requests), Map.of(), "", expect))
                .withTimeouts(TimeUnit.SECONDS.toNanos(10), TimeUnit.SECONDS.toNanos(10));
    }

    private static HttpRequest post(String path, String body) {
        return new HttpRequest("POST", path, "Content-Type: text/plain\r\n", body, 1);
    }

    /** Every byte has another value than those before it, so that a piece that is lost, repeated or out of place shows. */
    private static String body(int bytes) {
        StringBuilder body = new StringBuilder();
        for (int i = 0; i < bytes; i++) {
            body.append((char) ((i * 31 + i / 256) & 0xff));
        }
        return body.toString();
    }

    @ParameterizedTest
    @CsvSource({
        "EPOLL, false, 1", "EPOLL, false, 20000", "EPOLL, false, 1048576", "EPOLL, false, 3000000",
        "NIO, false, 3000000", "EPOLL, true, 20000", "EPOLL, true, 3000000", "NIO, true, 3000000"
    })
    void sendsEachBodyWholeAndAgain(Transport transport, boolean tls, int bytes) throws Exception {
        try (CustomServer server = tls ? new CustomServer(SelfSigned.socket()) : new CustomServer();
                LoadAgent agent = agent(transport, 2)) {
            String body = body(bytes);
            LoadPlan plan = plan(server, tls ? TLS : null, ExpectedAnswer.SUCCESS, post("/body", body));

            assertNoFailures(tryToOpen(agent, plan, CONNECTIONS));
            AgentReport report = exchange(agent, CONNECTIONS);

            assertThat(report.exchanges().answered()).isEqualTo(CONNECTIONS);
            assertThat(server.bodies).hasSize(2 * CONNECTIONS).allMatch(body::equals);
            assertThat(server.accepted()).isEqualTo(CONNECTIONS);
        }
    }

    @Test
    void sendsALargeBodyThatNobodyAsksForAfterASecond() throws Exception {
        try (CustomServer server = new CustomServer();
                LoadAgent agent = agent(2)) {
            String body = body(2_000_000);

            AgentReport report =
                    tryToOpen(agent, plan(server, null, ExpectedAnswer.SUCCESS, post("/body-unasked", body)), 1);

            assertNoFailures(report);
            assertThat(server.lastHead).contains("\r\nExpect: 100-continue\r\n");
            assertThat(server.bodies).containsExactly(body);
        }
    }

    @ParameterizedTest
    @CsvSource({"100000", "5000000"})
    void saysTheStatusOfAnAnswerThatCameBeforeTheBodyWasRead(int bytes) throws Exception {
        try (CustomServer server = new CustomServer();
                LoadAgent agent = agent(2)) {
            AgentReport report =
                    tryToOpen(agent, plan(server, null, ExpectedAnswer.SUCCESS, post("/too-large", body(bytes))), 1);

            assertThat(report.failures().firstTexts())
                    .containsEntry(
                            FailureCause.UNEXPECTED_STATUS, "expected status 2xx, got: HTTP/1.1 413 Content Too Large");
        }
    }

    @Test
    void sendsNoFurtherRequestBehindABodyThatIsNotSent() throws Exception {
        try (CustomServer server = new CustomServer();
                LoadAgent agent = agent(2)) {
            String body = body(6_000_000);

            assertNoFailures(tryToOpen(agent, plan(server, null, ExpectedAnswer.SUCCESS, post("/unread", body)), 1));
            AgentReport report = exchange(agent, 1);

            assertThat(report.failures().counts()).isEmpty();
            assertThat(server.accepted()).isEqualTo(2);
        }
    }

    @Test
    void sendsMethodAndHeadersOfARequestInPlaceOfThoseOfAll() throws Exception {
        try (CustomServer server = new CustomServer();
                LoadAgent agent = agent(2)) {
            Access access = new Access("localhost", false, false, "content-type: a/b\r\nX-One: 1\r\n");

            tryToOpen(agent, plan(server, access, ExpectedAnswer.SUCCESS, post("/body", "{}")), 1);

            assertThat(server.lastHead)
                    .startsWith("POST /app/body HTTP/1.1\r\n")
                    .contains("X-One: 1\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n")
                    .doesNotContain("a/b");
        }
    }

    @Test
    void awaitsNoBodyOfAnAnswerToHead() throws Exception {
        try (CustomServer server = new CustomServer();
                LoadAgent agent = agent(2)) {
            HttpRequest head = new HttpRequest("HEAD", "/head", "", "", 1);

            assertNoFailures(tryToOpen(agent, plan(server, null, ExpectedAnswer.SUCCESS, head), 1));

            assertThat(exchange(agent, 1).exchanges().answered()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "404 | ^$ | false | GET | /nowhere | ``",
                "2xx | any body | false | GET | /sized | ``",
                "2xx | ^x+$ | false | GET | /large | ``",
                "2xx | any body | true | GET | /moved | ``",
                "2xx | any body | true | POST | /moved-body | ``",
                "2xx | any body | true | POST | /moved | ``",
                "2xx | any body | true | GET | /moved-closed | ``",
                "2xx | any body | true | GET | /moved-query | ``",
                "2xx | `` | true | HEAD | /head-moved | ``",
                "302 | none | false | GET | /moved | an answer of 5 bytes, in which 'none' is not found",
                "2xx | `` | true | GET | /nowhere-to | a redirect without a location",
                "200,300-399 | `` | false | GET | /moved | ``",
                "2xx | none | false | GET | /sized | an answer of 15 bytes, in which 'none' is not found",
                "2xx | `` | false | GET | /moved | expected status 2xx, got: HTTP/1.1 302 Found",
                "4xx | `` | false | GET | /sized | expected status 4xx, got: HTTP/1.1 200 OK",
                "2xx | `` | true | GET | /away | a redirect to another server, 192.0.2.1",
                "2xx | `` | true | GET | /round | more than 20 redirects",
            })
    void takesWhatIsExpectedAsRight(
            String statuses, String text, boolean follow, String method, String path, String failure) throws Exception {
        try (CustomServer server = new CustomServer();
                LoadAgent agent = agent(2)) {
            HttpRequest request = new HttpRequest(method, path, "", method.equals("POST") ? "{}" : "", 1);

            AgentReport report =
                    tryToOpen(agent, plan(server, null, new ExpectedAnswer(statuses, text, follow), request), 1);

            assertThat(List.copyOf(report.failures().firstTexts().values()))
                    .isEqualTo(failure.isEmpty() ? List.of() : List.of(failure));
            if (path.equals("/moved-body")) {
                assertThat(server.bodies).containsExactly("{}");
            }
        }
    }

    @Test
    void drawsTheRequestsOfAMixByTheirWeights() throws Exception {
        try (CustomServer server = new CustomServer();
                LoadAgent agent = agent(2)) {
            HttpRequest frequent = new HttpRequest("POST", "/body", "", "frequent", 9);
            HttpRequest rare = new HttpRequest("POST", "/body", "", "rare", 1);
            tryToOpen(agent, plan(server, null, ExpectedAnswer.SUCCESS, rare, frequent), 100);
            for (int i = 0; i < 9; i++) {
                exchange(agent, 100);
            }
            Await.report(agent, now -> server.bodies.size() == 1000);

            assertThat(server.bodies.stream().filter("rare"::equals).count()).isBetween(60L, 145L);
            // Those of the last round.
            assertThat(agent.histograms().requests().stream()
                            .mapToLong(one -> Histograms.decode(one).getTotalCount()))
                    .hasSize(2)
                    .satisfies(
                            counts -> assertThat(counts.get(0) + counts.get(1)).isEqualTo(100));
        }
    }

    @ParameterizedTest
    @CsvSource({"200, 200", "2xx, 299", "'200,409', 409", "300-399, 302", "4xx, 400"})
    void hasTheStatusesOfAList(String list, int status) {
        assertThat(Statuses.of(list).has(status)).isTrue();
        assertThat(Statuses.of(list).has(503)).isFalse();
    }
}
