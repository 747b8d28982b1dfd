package io.ceiling.load;

import static io.ceiling.load.fixtures.Agents.FAST;
import static io.ceiling.load.fixtures.Agents.agent;
import static io.ceiling.load.fixtures.Agents.exchange;
import static io.ceiling.load.fixtures.Agents.open;
import static io.ceiling.load.fixtures.Agents.tryToOpen;
import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.load.channels.ChannelsIT;
import io.ceiling.load.fixtures.Await;
import io.ceiling.load.fixtures.Plans;
import io.ceiling.load.fixtures.TestServer;
import io.ceiling.load.loop.Pace;
import io.ceiling.load.report.AgeRange;
import io.ceiling.load.report.AgentHistograms;
import io.ceiling.load.report.AgentReport;
import io.ceiling.load.report.FailureCause;
import io.ceiling.load.report.Histograms;
import io.ceiling.load.socket.ServerAddress;
import io.ceiling.load.socket.Transport;
import io.ceiling.load.workload.CustomIT;
import io.ceiling.load.workload.LoadPlan;
import io.ceiling.load.workload.LoadWorkload;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class LoadAgentIT {

    private static final int CONNECTIONS = 200;

    @AutoClose
    private final TestServer server = new TestServer();

    static Stream<Arguments> workloadsAndTransports() {
        return Stream.of(Transport.values())
                .flatMap(transport -> workloads().map(workload -> Arguments.of(workload, transport)));
    }

    /** All but CHANNELS and CUSTOM, which have servers and tests of their own ({@link ChannelsIT}, {@link CustomIT}). */
    private static Stream<LoadWorkload> workloads() {
        return Stream.of(LoadWorkload.values())
                .filter(workload -> workload != LoadWorkload.CHANNELS && workload != LoadWorkload.CUSTOM);
    }

    private AgentReport openOne(LoadAgent agent, LoadWorkload workload) throws InterruptedException {
        agent.prepare(Plans.plan(server.port(), workload));
        agent.open(1, FAST);
        return Await.report(agent, r -> r.connections().pending() == 0);
    }

    @ParameterizedTest
    @MethodSource("workloadsAndTransports")
    void servesEveryWorkloadOnEveryTransport(LoadWorkload workload, Transport transport) throws Exception {
        try (LoadAgent agent = agent(transport, 2)) {
            AgentReport opened = tryToOpen(agent, Plans.plan(server.port(), workload), CONNECTIONS);

            assertThat(opened.failures().counts()).isEmpty();
            assertThat(opened.connections().requested()).isEqualTo(CONNECTIONS);
            assertThat(opened.connections().served()).isEqualTo(CONNECTIONS);
            assertThat(opened.connections().alive()).isEqualTo(CONNECTIONS);
            assertThat(opened.transport()).isEqualTo(transport.label());
            assertThat(server.lastRemoteAddress).isIn("127.0.0.2", "127.0.0.3", "127.0.0.4");
            AgentHistograms histograms = agent.histograms();
            assertThat(Histograms.decode(histograms.connect()).getTotalCount()).isEqualTo(CONNECTIONS);
            assertThat(Histograms.decode(histograms.firstAnswer()).getTotalCount())
                    .isEqualTo(CONNECTIONS);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"KEEP_ALIVE", "WEBSOCKET"})
    void exchangesOnceOnEveryConnection(LoadWorkload workload) throws Exception {
        try (LoadAgent agent = agent(1)) {
            tryToOpen(agent, Plans.plan(server.port(), workload), CONNECTIONS);

            AgentReport report = exchange(agent, CONNECTIONS);

            assertThat(report.exchanges().answered()).isEqualTo(CONNECTIONS);
            assertThat(report.failures().counts()).isEmpty();
            Histogram response = Histograms.decode(agent.histograms().response());
            assertThat(response.getTotalCount()).isEqualTo(CONNECTIONS);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"KEEP_ALIVE", "WEBSOCKET"})
    void saturatesForTheGivenTimeAndThenRests(LoadWorkload workload) throws Exception {
        try (LoadAgent agent = agent(1)) {
            tryToOpen(agent, Plans.plan(server.port(), workload), 10);

            agent.saturate(TimeUnit.MILLISECONDS.toNanos(200));
            AgentReport report = Await.report(
                    agent, r -> r.exchanges().answered() > 20 && r.exchanges().pending() == 0);

            assertThat(report.exchanges().answered())
                    .isEqualTo(report.exchanges().planned());
            assertThat(report.connections().alive()).isEqualTo(10);
            assertThat(agent.report().exchanges().planned())
                    .isEqualTo(report.exchanges().planned());
        }
    }

    @Test
    void connectionsThatAreFirstServedWhileItSaturatesTakePartUntilItEnds() throws Exception {
        try (LoadAgent agent = agent(1)) {
            agent.prepare(Plans.plan(server.port(), LoadWorkload.KEEP_ALIVE));
            agent.saturate(TimeUnit.HOURS.toNanos(1));

            agent.open(10, 1_000);
            AgentReport during = Await.report(agent, r -> r.exchanges().answered() > 50);
            agent.converse(Pace.NONE);
            AgentReport after = Await.report(agent, r -> r.exchanges().pending() == 0);

            assertThat(during.exchanges().lost()).isZero();
            assertThat(after.exchanges().answered()).isEqualTo(after.exchanges().planned());
            assertThat(agent.report().exchanges().planned())
                    .isEqualTo(after.exchanges().planned());
        }
    }

    @Test
    void countsReleasedAnswersAndTheirCloseAsNoFailure() throws Exception {
        try (LoadAgent agent = agent(1)) {
            open(agent, Plans.plan(server.port(), LoadWorkload.HOLD_ASYNC), CONNECTIONS);

            server.release();
            Await.report(agent, r -> r.connections().released() == CONNECTIONS);
            server.closeConnections();
            AgentReport report = Await.report(agent, r -> r.connections().alive() == 0);

            assertThat(report.failures().counts()).isEmpty();
        }
    }

    @Test
    void noticesAServerThatClosesWhileHeldWithTheAge() throws Exception {
        try (LoadAgent agent = agent(1)) {
            AgentReport held = open(agent, Plans.plan(server.port(), LoadWorkload.HOLD_BLOCKING), CONNECTIONS);
            assertThat(held.counts().closedAges()).isEqualTo(AgeRange.NONE);

            server.closeConnections();
            AgentReport report = Await.report(agent, r -> r.connections().alive() == 0);

            assertThat(report.failures().counts()).containsOnlyKeys(FailureCause.CLOSED_WHILE_HELD);
            assertThat(report.failures().counts()).containsEntry(FailureCause.CLOSED_WHILE_HELD, (long) CONNECTIONS);
            assertThat(report.counts().closedAges().isEmpty()).isFalse();
            assertThat(report.counts().closedAges().youngestNanos()).isPositive();
        }
    }

    @Test
    void tellsAHoldThatTheWebApplicationEndedFromAServerThatCloses() throws Exception {
        server.fault = TestServer.Fault.HOLD_TIMED_OUT;
        try (LoadAgent agent = agent(1)) {
            open(agent, Plans.plan(server.port(), LoadWorkload.HOLD_BLOCKING), CONNECTIONS);

            server.release();
            AgentReport report = Await.report(agent, r -> r.connections().alive() == 0);

            assertThat(report.failures().counts())
                    .containsExactly(java.util.Map.entry(FailureCause.HOLD_TIMED_OUT, (long) CONNECTIONS));
            assertThat(report.failures().firstTexts().get(FailureCause.HOLD_TIMED_OUT))
                    .contains("ceiling.hold.seconds");
            assertThat(report.counts().closedAges()).isEqualTo(AgeRange.NONE);
            assertThat(report.connections().released()).isZero();
        }
    }

    static Stream<Arguments> faults() {
        return Stream.of(
                Arguments.of(TestServer.Fault.WRONG_BYTE, LoadWorkload.KEEP_ALIVE, FailureCause.WRONG_ANSWER),
                Arguments.of(TestServer.Fault.WRONG_BYTE, LoadWorkload.WEBSOCKET, FailureCause.WRONG_ANSWER),
                Arguments.of(TestServer.Fault.WRONG_ACCEPT, LoadWorkload.WEBSOCKET, FailureCause.WRONG_ANSWER),
                Arguments.of(TestServer.Fault.STATUS_503, LoadWorkload.HOLD_ASYNC, FailureCause.UNEXPECTED_STATUS),
                Arguments.of(
                        TestServer.Fault.CLOSE_INSTEAD_OF_ANSWER,
                        LoadWorkload.KEEP_ALIVE,
                        FailureCause.CLOSED_BEFORE_ANSWER));
    }

    @ParameterizedTest
    @MethodSource("faults")
    void namesWhatTheServerDidWrong(TestServer.Fault fault, LoadWorkload workload, FailureCause cause)
            throws Exception {
        server.fault = fault;
        try (LoadAgent agent = agent(1)) {
            AgentReport report = openOne(agent, workload);

            assertThat(report.failures().counts()).containsOnlyKeys(cause);
            assertThat(report.failures().firstTexts().get(cause)).isNotBlank();
            assertThat(report.connections().served()).isZero();
        }
    }

    @Test
    void toldApartAreAServerThatClosesAfterTheAnswerAndOneThatNeverAnswers() throws Exception {
        try (LoadAgent agent = agent(1)) {
            server.fault = TestServer.Fault.CLOSE_AFTER_ANSWER;
            openOne(agent, LoadWorkload.KEEP_ALIVE);
            AgentReport closed = Await.report(agent, r -> r.connections().alive() == 0);
            assertThat(closed.failures().counts()).containsOnlyKeys(FailureCause.CLOSED_WHILE_HELD);

            server.fault = TestServer.Fault.NO_ANSWER;
            AgentReport silent = tryToOpen(
                    agent, Plans.plan(server.port(), LoadWorkload.KEEP_ALIVE, TimeUnit.MILLISECONDS.toNanos(150)), 3);
            assertThat(silent.failures().counts())
                    .containsExactly(java.util.Map.entry(FailureCause.ANSWER_TIMEOUT, 3L));
        }
    }

    @Test
    void countsAnAnswerThatTimesOutInAnExchangeAsNoLongerPending() throws Exception {
        try (LoadAgent agent = agent(1)) {
            open(agent, Plans.plan(server.port(), LoadWorkload.KEEP_ALIVE, TimeUnit.MILLISECONDS.toNanos(150)), 3);
            server.fault = TestServer.Fault.NO_ANSWER;

            AgentReport report = exchange(agent, 3);

            assertThat(report.exchanges().answered()).isZero();
            assertThat(report.failures().counts())
                    .containsExactly(java.util.Map.entry(FailureCause.ANSWER_TIMEOUT, 3L));
            Histogram response = Histograms.decode(agent.histograms().response());
            assertThat(response.getTotalCount()).isEqualTo(3);
            assertThat(response.getMinValue()).isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(149));
            assertThat(Histograms.decode(agent.histograms().service()).getTotalCount())
                    .isEqualTo(3);
        }
    }

    @Test
    void understandsAnswersThatComeByteByByte() throws Exception {
        server.fault = TestServer.Fault.DRIP;
        try (LoadAgent agent = agent(1)) {
            for (LoadWorkload workload : workloads().toList()) {
                assertThat(openOne(agent, workload).connections().served())
                        .as(workload.name())
                        .isEqualTo(1);
            }
        }
    }

    @Test
    void namesARefusedConnect() throws Exception {
        int port = server.port();
        server.close();
        for (Transport transport : Transport.values()) {
            try (LoadAgent agent = agent(transport, 1)) {
                AgentReport report = tryToOpen(agent, Plans.plan(port, LoadWorkload.KEEP_ALIVE), 5);

                assertThat(report.failures().counts())
                        .containsExactly(java.util.Map.entry(FailureCause.CONNECT_REFUSED, 5L));
            }
        }
    }

    @Test
    void namesAConnectThatNobodyAccepts() throws Exception {
        try (ServerSocket full = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                LoadAgent agent = agent(1)) {
            LoadPlan plan = LoadPlan.of(ServerAddress.local(full.getLocalPort(), ""), LoadWorkload.KEEP_ALIVE)
                    .withTimeouts(TimeUnit.MILLISECONDS.toNanos(300), TimeUnit.MILLISECONDS.toNanos(300));
            AgentReport report = tryToOpen(agent, plan, 10);

            // Two fit into the accept queue: they are connected, and get no answer.
            assertThat(report.failures().counts())
                    .containsOnly(
                            java.util.Map.entry(FailureCause.CONNECT_TIMEOUT, 8L),
                            java.util.Map.entry(FailureCause.ANSWER_TIMEOUT, 2L));
            Histogram first = Histograms.decode(agent.histograms().firstAnswer());
            assertThat(first.getTotalCount()).isEqualTo(10);
            assertThat(first.getMinValue()).isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(299));
        }
    }

    @Test
    void trimsTheNewestAndCountsNoFailure() throws Exception {
        try (LoadAgent agent = agent(2)) {
            open(agent, Plans.plan(server.port(), LoadWorkload.KEEP_ALIVE), CONNECTIONS);

            agent.trim(51);
            AgentReport trimmed = agent.report();
            assertThat(trimmed.connections().alive()).isEqualTo(51);
            assertThat(trimmed.failures().counts()).isEmpty();

            agent.open(1000, 1);
            agent.trim(51);
            AgentReport again = Await.report(agent, r -> r.connections().pending() == 0);
            assertThat(again.connections().alive()).isEqualTo(51);
        }
    }

    @Test
    void prepareForgetsEverything() throws Exception {
        try (LoadAgent agent = agent(1)) {
            openOne(agent, LoadWorkload.KEEP_ALIVE);
            agent.exchange(FAST);
            Await.report(agent, r -> r.exchanges().answered() == 1);

            agent.prepare(Plans.plan(server.port(), LoadWorkload.WEBSOCKET));
            AgentReport report = agent.report();

            assertThat(report.connections().requested()).isZero();
            assertThat(report.connections().alive()).isZero();
            assertThat(report.exchanges().planned()).isZero();
            assertThat(report.bytes().read()).isZero();
            assertThat(Histograms.decode(agent.histograms().response()).getTotalCount())
                    .isZero();
        }
    }
}
