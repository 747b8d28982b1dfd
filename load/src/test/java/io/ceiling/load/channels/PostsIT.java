package io.ceiling.load.channels;

import static io.ceiling.load.fixtures.Agents.FAST;
import static io.ceiling.load.fixtures.Agents.agent;
import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.load.LoadAgent;
import io.ceiling.load.fixtures.Await;
import io.ceiling.load.fixtures.ChannelRelay;
import io.ceiling.load.fixtures.ChannelServer;
import io.ceiling.load.fixtures.Plans;
import io.ceiling.load.report.AgentReport;
import io.ceiling.load.report.FailureCause;
import io.ceiling.load.report.PublishCounts;
import io.ceiling.load.workload.LoadWorkload;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The connections over which an agent posts messages. Its clients are of server-sent events, so that they ask the server for nothing once
 * they are served.
 */
class PostsIT {

    private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);
    private static final int MEMBERS = 3;
    private static final int ROOMS = 1;

    @AutoClose
    private final ChannelServer server = new ChannelServer();

    private LoadAgent open() throws InterruptedException {
        return open(TimeUnit.SECONDS.toNanos(10));
    }

    private LoadAgent open(long answerTimeoutNanos) throws InterruptedException {
        LoadAgent agent = agent(1);
        agent.prepare(Plans.channels(
                server.port(), new ChannelPlan(ChannelTransport.SSE, ROOMS, 0, 1, 0), answerTimeoutNanos));
        agent.open(MEMBERS, FAST);
        assertThat(Await.report(agent, r -> r.connections().pending() == 0)
                        .connections()
                        .served())
                .isEqualTo(MEMBERS);
        return agent;
    }

    private static Bursts one(int messages) {
        return new Bursts(messages, 50, MILLI, ROOMS, 1, 42);
    }

    /** One message after the other, each long after the last. */
    private static Bursts slowly(int messages) {
        return new Bursts(1, 50, 20 * MILLI, ROOMS, 20 * MILLI * messages, 42);
    }

    /** Publishes one burst without an answer to any of it before all of it has come. */
    private AgentReport publishAtOnce(LoadAgent agent, int messages) throws InterruptedException {
        int before = server.relay.published().size();
        server.postGate = new CountDownLatch(1);
        agent.publish(one(messages));
        Await.until(() -> server.relay.published().size() == before + messages);
        server.postGate.countDown();
        return Await.report(agent, r -> r.publishing().answered() == before + messages);
    }

    private static void assertMembersAreAsTheyWere(AgentReport report) {
        assertThat(report.connections().requested()).isEqualTo(MEMBERS);
        assertThat(report.connections().served()).isEqualTo(MEMBERS);
        assertThat(report.connections().alive()).isEqualTo(MEMBERS);
        assertThat(report.connections().pending()).isZero();
    }

    @Test
    void areAsManyAsABurstHasMessagesAndAreUsedAgain() throws Exception {
        try (LoadAgent agent = open()) {
            publishAtOnce(agent, 10);
            assertThat(server.posters()).isEqualTo(10);

            for (int burst = 2; burst <= 20; burst++) {
                long all = burst * 10L;
                agent.publish(one(10));
                Await.report(agent, r -> r.publishing().answered() == all);
            }
            AgentReport report = agent.report();

            assertThat(server.posters()).isEqualTo(10);
            assertThat(report.failures().counts()).isEmpty();
            assertMembersAreAsTheyWere(report);
        }
    }

    @Test
    void oneThatIsFreeIsUsedBeforeAnotherIsOpened() throws Exception {
        try (LoadAgent agent = open()) {
            agent.publish(slowly(10));
            Await.report(agent, r -> r.publishing().answered() == 10);

            // More only if an answer took longer than the pause, on a host that does much else.
            assertThat(server.posters()).isLessThan(5);
        }
    }

    @Test
    void stayOpenUntilThereIsAnotherPlan() throws Exception {
        try (LoadAgent agent = open()) {
            publishAtOnce(agent, 10);
            agent.publish(Bursts.NONE);
            agent.trim(0);
            Await.report(agent, r -> r.connections().alive() == 0);
            assertThat(server.openPosters()).isEqualTo(10);

            agent.prepare(Plans.plan(server.port(), LoadWorkload.KEEP_ALIVE));
            Await.until(() -> server.openPosters() == 0);
            assertThat(agent.report().failures().counts()).isEmpty();
        }
    }

    @Test
    void aMessageWaitsForAFreeOneInItsTurnWithItsTimeUnchanged() throws Exception {
        int waiting = 36;
        try (LoadAgent agent = open()) {
            server.postGate = new CountDownLatch(1);
            agent.publish(one(PostPool.MAX_CONNECTIONS + waiting));
            Await.until(() -> server.relay.published().size() == PostPool.MAX_CONNECTIONS);
            PublishCounts full = Await.report(agent, r -> r.publishing().due() == PostPool.MAX_CONNECTIONS + waiting)
                    .publishing();
            server.postGate.countDown();
            PublishCounts counts = Await.report(
                            agent, r -> r.publishing().answered() == PostPool.MAX_CONNECTIONS + waiting)
                    .publishing();

            assertThat(full.due()).isEqualTo(PostPool.MAX_CONNECTIONS + waiting);
            assertThat(full.sent()).isEqualTo(PostPool.MAX_CONNECTIONS);
            assertThat(full.answered()).isZero();
            assertThat(counts.late()).isGreaterThanOrEqualTo(waiting);
            assertThat(server.posters()).isEqualTo(PostPool.MAX_CONNECTIONS);
            assertThat(server.relay.published().stream()
                            .map(ChannelRelay.Published::intended)
                            .distinct())
                    .hasSize(1);
        }
    }

    @Test
    void oneThatTheServerClosesWhileIdleIsAFailureAndReplacedWhenNeeded() throws Exception {
        try (LoadAgent agent = open()) {
            publishAtOnce(agent, 3);

            server.closePosters();
            AgentReport closed = Await.report(
                    agent, r -> r.failures().counts().getOrDefault(FailureCause.CLOSED_WHILE_HELD, 0L) == 3);
            assertMembersAreAsTheyWere(closed);
            AgentReport report = publishAtOnce(agent, 3);

            assertThat(report.publishing().answered()).isEqualTo(6);
            assertThat(report.failures().counts()).containsExactly(Map.entry(FailureCause.CLOSED_WHILE_HELD, 3L));
            assertThat(server.posters()).isEqualTo(6);
        }
    }

    static Stream<Arguments> faults() {
        return Stream.of(
                Arguments.of(
                        ChannelServer.Fault.CLOSE_INSTEAD_OF_ANSWER,
                        FailureCause.CLOSED_BEFORE_ANSWER,
                        "the server closed the connection"),
                Arguments.of(
                        ChannelServer.Fault.STATUS_503, FailureCause.UNEXPECTED_STATUS, "expected status 200, got"),
                Arguments.of(
                        ChannelServer.Fault.REFUSED,
                        FailureCause.WRONG_ANSWER,
                        "answer to publishing is '{\"error\":\"full\"}', expected '{\"published\":\"0\",\"request\":N}'"),
                Arguments.of(ChannelServer.Fault.NO_ANSWER, FailureCause.ANSWER_TIMEOUT, "no answer within"));
    }

    @ParameterizedTest
    @MethodSource("faults")
    void whatIsNotAnsweredRightlyIsSentAndAFailureWithItsCause(
            ChannelServer.Fault fault, FailureCause cause, String text) throws Exception {
        try (LoadAgent agent = open(300 * MILLI)) {
            server.fault = fault;
            agent.publish(one(3));
            AgentReport report = Await.report(agent, r -> r.failures().counts().getOrDefault(cause, 0L) == 3);

            assertThat(report.failures().counts()).containsExactly(Map.entry(cause, 3L));
            assertThat(report.failures().firstTexts().get(cause)).contains(text);
            assertThat(report.publishing().due()).isEqualTo(3);
            assertThat(report.publishing().sent()).isEqualTo(3);
            assertThat(report.publishing().answered()).isZero();
            assertMembersAreAsTheyWere(report);

            server.fault = ChannelServer.Fault.NONE;
            agent.publish(one(3));
            AgentReport again = Await.report(agent, r -> r.publishing().answered() == 3);
            assertThat(again.failures().counts()).containsExactly(Map.entry(cause, 3L));
        }
    }

    @Test
    void refusedConnectsAreFailuresAndTriedAgainWithoutHaste() throws Exception {
        try (LoadAgent agent = open()) {
            server.refuseConnects();
            long start = System.nanoTime();
            agent.publish(new Bursts(10, 50, 10 * MILLI, ROOMS, 300 * MILLI, 42));
            AgentReport refused = Await.report(
                    agent,
                    r -> r.publishing().due() == 300
                            && r.failures().counts().getOrDefault(FailureCause.CONNECT_REFUSED, 0L) > 1);
            long tenths = (System.nanoTime() - start) / (100 * MILLI);

            assertThat(refused.failures().counts()).containsOnlyKeys(FailureCause.CONNECT_REFUSED);
            assertThat(refused.failures().counts().get(FailureCause.CONNECT_REFUSED))
                    .isLessThanOrEqualTo(10 + tenths + 1);
            assertThat(refused.publishing().sent()).isZero();
            assertMembersAreAsTheyWere(refused);

            server.acceptConnects();
            AgentReport report = Await.report(agent, r -> r.publishing().answered() == 300);
            assertThat(report.failures().counts()).containsOnlyKeys(FailureCause.CONNECT_REFUSED);
            assertThat(report.publishing().sent()).isEqualTo(300);
            assertThat(report.channels().messages()).isPositive();
        }
    }
}
