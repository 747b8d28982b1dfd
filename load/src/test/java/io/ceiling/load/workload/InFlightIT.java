package io.ceiling.load.workload;

import static io.ceiling.load.fixtures.Agents.FAST;
import static io.ceiling.load.fixtures.Agents.agent;
import static io.ceiling.load.fixtures.Agents.assertNoFailures;
import static io.ceiling.load.fixtures.Agents.exchange;
import static io.ceiling.load.fixtures.Agents.open;
import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.load.LoadAgent;
import io.ceiling.load.fixtures.Await;
import io.ceiling.load.fixtures.CustomServer;
import io.ceiling.load.fixtures.SelfSigned;
import io.ceiling.load.loop.Pace;
import io.ceiling.load.report.AgentReport;
import io.ceiling.load.report.FailureCause;
import io.ceiling.load.report.Histograms;
import io.ceiling.load.report.RefusalKind;
import io.ceiling.load.socket.Access;
import io.ceiling.load.socket.ServerAddress;
import io.ceiling.load.socket.Transport;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A request outstanding on every connection of an application that answers late, or ends connections between requests. */
class InFlightIT {

    private static final int CONNECTIONS = 50;

    private static LoadPlan plan(CustomServer server, String path, @Nullable Access access) {
        return plan(CustomPlan.Kind.IN_FLIGHT, server, path, access);
    }

    private static LoadPlan held(CustomServer server, String path) {
        return plan(CustomPlan.Kind.GET, server, path, null);
    }

    private static LoadPlan plan(CustomPlan.Kind kind, CustomServer server, String path, @Nullable Access access) {
        return LoadPlan.custom(
                        new ServerAddress("127.0.0.1", server.port(), "/app", access), new CustomPlan(kind, path))
                .withTimeouts(TimeUnit.SECONDS.toNanos(20), TimeUnit.SECONDS.toNanos(20));
    }

    /** Has every connection send requests until each has been replaced several times, of which none is lost. */
    private static void replaceConnections(LoadAgent agent, CustomServer server, String path) throws Exception {
        open(agent, plan(server, path, null), CONNECTIONS);
        agent.converse(new Pace(1, 1, TimeUnit.MINUTES.toNanos(1), 42));
        Await.report(agent, now -> now.exchanges().answered() > 10 * CONNECTIONS);
        agent.converse(Pace.NONE);
        AgentReport report = Await.report(agent, now -> now.exchanges().pending() == 0);

        assertNoFailures(report);
        assertThat(report.connections().alive()).isEqualTo(CONNECTIONS);
        assertThat(report.exchanges().lost()).isZero();
        assertThat(server.accepted()).isGreaterThan(3 * CONNECTIONS);
    }

    @Test
    void aWindowWaitsForConnectsAndNotForAnswers() throws Exception {
        try (CustomServer server = new CustomServer();
                LoadAgent agent = agent(2)) {
            agent.prepare(plan(server, "/after-the-end", null));
            agent.openInWindow(CONNECTIONS, 4, FAST);
            Await.until(() -> server.accepted() == CONNECTIONS);

            assertThat(agent.report().connections().alive()).isZero();

            server.endResponses();
            AgentReport report = Await.report(agent, now -> now.connections().pending() == 0);
            assertThat(report.connections().alive()).isEqualTo(CONNECTIONS);
            assertThat(report.failures().counts()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aServerThatEndsAConnectionAfterSomeRequestsLosesNone(Transport transport) throws Exception {
        try (CustomServer server = new CustomServer();
                LoadAgent agent = agent(transport, 2)) {
            replaceConnections(agent, server, "/three");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/old", "/announced"})
    void aServerThatAnnouncesTheEndOfAConnectionLosesNone(String path) throws Exception {
        try (CustomServer server = new CustomServer();
                LoadAgent agent = agent(2)) {
            replaceConnections(agent, server, path);
        }
    }

    @Test
    void aHeldConnectionIsOpenedAgainAfterAnAnnouncedEnd() throws Exception {
        try (CustomServer server = new CustomServer();
                LoadAgent agent = agent(2)) {
            open(agent, held(server, "/announced"), CONNECTIONS);
            agent.exchange(FAST);
            Await.until(() -> server.accepted() == 2 * CONNECTIONS);
            AgentReport report = Await.report(agent, now -> now.exchanges().pending() == 0);

            assertNoFailures(report);
            assertThat(report.connections().alive()).isEqualTo(CONNECTIONS);
            assertThat(report.exchanges().answered()).isEqualTo(CONNECTIONS);
        }
    }

    @Test
    void aServerThatEndsEachConnectionAfterItsAnswerHoldsNone() throws Exception {
        try (CustomServer server = new CustomServer();
                LoadAgent agent = agent(2)) {
            agent.prepare(held(server, "/old"));
            agent.open(CONNECTIONS, FAST);
            AgentReport report =
                    Await.report(agent, now -> now.failures().count(FailureCause.CLOSED_WHILE_HELD) == CONNECTIONS);

            assertThat(report.failures().firstText(FailureCause.CLOSED_WHILE_HELD))
                    .contains("as its answer had announced");
            assertThat(report.failures().refusals()).containsOnlyKeys(RefusalKind.HELD_CLOSED);
        }
    }

    @Test
    void idleConnectionsThatAreClosedAreOpenedAgainWithTheNextRequestAlsoOverTls() throws Exception {
        try (CustomServer server = new CustomServer(SelfSigned.socket());
                LoadAgent agent = agent(2)) {
            open(agent, plan(server, "/sized", new Access("localhost", true, true, "")), CONNECTIONS);
            server.closeConnections();
            AgentReport report = exchange(agent, CONNECTIONS);

            assertNoFailures(report);
            assertThat(report.exchanges().answered()).isEqualTo(CONNECTIONS);
            assertThat(server.accepted()).isEqualTo(2 * CONNECTIONS);
        }
    }

    @Test
    void aServerThatHasGoneIsAFailureOfTheNextRequest() throws Exception {
        try (CustomServer server = new CustomServer();
                LoadAgent agent = agent(2)) {
            open(agent, plan(server, "/sized", null), CONNECTIONS);
            server.goAway();
            agent.exchange(FAST);
            AgentReport report = Await.report(agent, now -> now.connections().alive() == 0);

            assertThat(report.failures().counts()).containsOnlyKeys(FailureCause.CONNECT_REFUSED);
            assertThat(report.exchanges().lost()).isEqualTo(CONNECTIONS);
        }
    }

    /** A connection with more requests than it can carry: each waits for all before it, and no send is put off. */
    @Test
    void anOpenLoopMeasuresFromIntendedStartsThatWaitForNoAnswer() throws Exception {
        try (CustomServer server = new CustomServer();
                LoadAgent agent = agent(1)) {
            open(agent, plan(server, "/slow", null), 1);
            long period = TimeUnit.MILLISECONDS.toNanos(20);
            agent.converse(new Pace(period, period, 20 * period, 42).withOpenLoop());
            AgentReport report = Await.report(
                    agent,
                    now -> now.exchanges().planned() == 20 && now.exchanges().pending() == 0);

            assertThat(report.exchanges().answered()).isEqualTo(20);
            // Twenty answers take a second; the last request was due after 400 ms at the latest.
            assertThat(Histograms.decode(agent.histograms().response()).getMaxValue())
                    .isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(20 * CustomServer.SLOW_MILLIS - 500));
            assertThat(report.exchanges().late()).isLessThan(19);
        }
    }
}
