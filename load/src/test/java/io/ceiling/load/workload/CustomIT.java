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
import io.ceiling.load.report.AgentReport;
import io.ceiling.load.report.FailureCause;
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
import org.junit.jupiter.params.provider.EnumSource;

/** Requests to an application of which only the form of its answers is known, with and without TLS. */
public class CustomIT {

    private static final int CONNECTIONS = 50;

    private static LoadPlan plan(CustomServer server, CustomPlan custom, @Nullable Access access) {
        return LoadPlan.custom(new ServerAddress("127.0.0.1", server.port(), "/app", access), custom)
                .withSeed(42)
                .withSourceAddresses(3)
                .withTimeouts(
                        TimeUnit.SECONDS.toNanos(5),
                        TimeUnit.MILLISECONDS.toNanos(custom.first().path().startsWith("/greeting") ? 300 : 10_000));
    }

    private static CustomPlan custom(CustomPlan.Kind kind, String path) {
        return new CustomPlan(kind, path);
    }

    private static CustomPlan echo(String path) {
        return new CustomPlan(
                CustomPlan.Kind.WEBSOCKET,
                List.of(HttpRequest.get(path)),
                Map.of(),
                "hello",
                ExpectedAnswer.with("^echo h.llo$"));
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /sized", "GET, /chunked", "GET, /empty", "GET, /large",
        "HOLD, /hold", "HOLD, /until-close", "SSE, /events", "WEBSOCKET, /echo"
    })
    void servesWhatTheApplicationAnswers(CustomPlan.Kind kind, String path) throws Exception {
        try (CustomServer server = new CustomServer();
                LoadAgent agent = agent(2)) {
            AgentReport report = tryToOpen(agent, plan(server, custom(kind, path), null), CONNECTIONS);

            assertNoFailures(report);
            assertThat(report.connections().alive()).isEqualTo(CONNECTIONS);
        }
    }

    @ParameterizedTest
    @EnumSource
    void asksAgainOnWhatIsIdle(Transport transport) throws Exception {
        try (CustomServer server = new CustomServer();
                LoadAgent agent = agent(transport, 2)) {
            tryToOpen(agent, plan(server, echo("/echo"), null), CONNECTIONS);

            AgentReport report = exchange(agent, CONNECTIONS);

            assertThat(report.exchanges().answered()).isEqualTo(CONNECTIONS);
            assertThat(report.failures().counts()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "GET | /nowhere | UNEXPECTED_STATUS | expected status 2xx, got: HTTP/1.1 404 Not Found",
                "GET | /no-length | WRONG_ANSWER | answer with neither Content-Length nor chunks",
                "HOLD | /sized | WRONG_ANSWER | the response ended after 15 bytes, and was to stay open",
                "SSE | /hold | WRONG_ANSWER | Content-Type is '', expected 'text/event-stream'",
                "WEBSOCKET | /sized | UNEXPECTED_STATUS | expected status 101, got: HTTP/1.1 200 OK",
            })
    void countsWhatIsNotAsItMustBe(CustomPlan.Kind kind, String path, FailureCause cause, String text)
            throws Exception {
        try (CustomServer server = new CustomServer();
                LoadAgent agent = agent(2)) {
            AgentReport report = tryToOpen(agent, plan(server, custom(kind, path), null), 1);

            assertThat(report.failures().counts()).containsEntry(cause, 1L);
            assertThat(report.failures().firstTexts()).containsEntry(cause, text);
        }
    }

    @Test
    void tellsWhatCameInsteadOfTheExpectedMessage() throws Exception {
        try (CustomServer server = new CustomServer();
                LoadAgent agent = agent(2)) {
            AgentReport report = tryToOpen(agent, plan(server, echo("/greeting-echo"), null), 1);

            assertThat(report.failures().firstTexts())
                    .containsEntry(
                            FailureCause.ANSWER_TIMEOUT,
                            "no answer within 300 ms, but 'other hello', which is not expected");
        }
    }

    @ParameterizedTest
    @CsvSource({"HOLD, /hold", "SSE, /events", "HOLD, /until-close"})
    void aResponseThatEndsIsClosedWhileHeld(CustomPlan.Kind kind, String path) throws Exception {
        try (CustomServer server = new CustomServer();
                LoadAgent agent = agent(2)) {
            tryToOpen(agent, plan(server, custom(kind, path), null), CONNECTIONS);

            server.endResponses();
            AgentReport report = Await.report(agent, now -> now.connections().alive() == 0);

            assertThat(report.failures().counts()).containsOnlyKeys(FailureCause.CLOSED_WHILE_HELD);
        }
    }

    @Test
    void anIdleConnectionThatGetsA408BeforeItsEndIsClosedWhileHeld() throws Exception {
        try (CustomServer server = new CustomServer();
                LoadAgent agent = agent(2)) {
            tryToOpen(agent, plan(server, custom(CustomPlan.Kind.GET, "/timed-out"), null), CONNECTIONS);

            server.endResponses();
            AgentReport report = Await.report(agent, now -> now.connections().alive() == 0);

            assertThat(report.failures().counts())
                    .containsExactly(Map.entry(FailureCause.CLOSED_WHILE_HELD, (long) CONNECTIONS));
            assertThat(report.failures().firstText(FailureCause.CLOSED_WHILE_HELD))
                    .isEqualTo("the server closed the connection, after an answer 408 that nothing asked for");
        }
    }

    @Test
    void sendsNameAndHeaders() throws Exception {
        try (CustomServer server = new CustomServer();
                LoadAgent agent = agent(2)) {
            Access access = new Access("shop.example", false, false, "X-One: 1\r\nAuthorization: Bearer t\r\n");
            tryToOpen(agent, plan(server, custom(CustomPlan.Kind.GET, "/sized"), access), 1);

            assertThat(server.lastHead)
                    .contains(
                            "Host: shop.example:" + server.port() + "\r\n",
                            "X-One: 1\r\n",
                            "Authorization: Bearer t\r\n");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "EPOLL, GET, /large", "NIO, GET, /large",
        "EPOLL, HOLD, /hold", "NIO, SSE, /events",
        "EPOLL, SSE, /events"
    })
    void speaksTls(Transport transport, CustomPlan.Kind kind, String path) throws Exception {
        try (CustomServer server = new CustomServer(SelfSigned.socket());
                LoadAgent agent = agent(transport, 2)) {
            Access access = new Access("localhost", true, true, "");
            AgentReport report = tryToOpen(agent, plan(server, custom(kind, path), access), CONNECTIONS);

            assertNoFailures(report);
            assertThat(report.connections().alive()).isEqualTo(CONNECTIONS);
        }
    }

    @Test
    void asksAgainOverTlsAndNoticesItsEnd() throws Exception {
        try (CustomServer server = new CustomServer(SelfSigned.socket());
                LoadAgent agent = agent(2)) {
            tryToOpen(agent, plan(server, echo("/echo"), new Access("localhost", true, true, "")), CONNECTIONS);
            AgentReport report = exchange(agent, CONNECTIONS);
            assertThat(report.exchanges().answered()).isEqualTo(CONNECTIONS);

            server.closeConnections();
            AgentReport ended = Await.report(agent, now -> now.connections().alive() == 0);

            assertThat(ended.failures().counts()).containsOnlyKeys(FailureCause.CLOSED_WHILE_HELD);
        }
    }

    @Test
    void refusesACertificateThatNobodyHasSigned() throws Exception {
        try (CustomServer server = new CustomServer(SelfSigned.socket());
                LoadAgent agent = agent(2)) {
            Access access = new Access("localhost", true, false, "");
            AgentReport report = tryToOpen(agent, plan(server, custom(CustomPlan.Kind.GET, "/sized"), access), 1);

            assertThat(report.failures().counts()).containsEntry(FailureCause.OTHER, 1L);
            assertThat(report.failures().firstTexts().get(FailureCause.OTHER)).contains("certification path");
        }
    }
}
