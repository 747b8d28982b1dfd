package io.ceiling.load.channels;

import static io.ceiling.load.fixtures.Agents.FAST;
import static io.ceiling.load.fixtures.Agents.agent;
import static io.ceiling.load.fixtures.Agents.deliver;
import static io.ceiling.load.fixtures.Agents.open;
import static io.ceiling.load.fixtures.Agents.tryToOpen;
import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.load.LoadAgent;
import io.ceiling.load.fixtures.Agents;
import io.ceiling.load.fixtures.Await;
import io.ceiling.load.fixtures.ChannelSender;
import io.ceiling.load.fixtures.ChannelServer;
import io.ceiling.load.fixtures.Messages;
import io.ceiling.load.fixtures.Plans;
import io.ceiling.load.report.AgentReport;
import io.ceiling.load.report.ChannelCounts;
import io.ceiling.load.report.FailureCause;
import io.ceiling.load.report.Histograms;
import io.ceiling.load.socket.Transport;
import io.ceiling.load.workload.LoadWorkload;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Clients of channels against {@link ChannelServer}, over every transport. */
public class ChannelsIT {

    private static final int CLIENTS = 60;
    private static final int IDENTIFIERS = 10;

    @AutoClose
    private final ChannelServer server = new ChannelServer();

    private AgentReport openOne(LoadAgent agent, ChannelTransport transport) throws InterruptedException {
        return open(agent, server, new ChannelPlan(transport, 1, 0, 1, 0), 1);
    }

    static Stream<Arguments> transportsAndSockets() {
        return Stream.of(ChannelTransport.values())
                .flatMap(channel -> Stream.of(Transport.values()).map(sockets -> Arguments.of(channel, sockets)));
    }

    @ParameterizedTest
    @MethodSource("transportsAndSockets")
    void checksEveryMessageOfEveryClient(ChannelTransport transport, Transport sockets) throws Exception {
        try (LoadAgent agent = agent(sockets, 2)) {
            open(agent, server, new ChannelPlan(transport, IDENTIFIERS, 0, 1, 0), CLIENTS);
            deliver(agent, server, IDENTIFIERS, CLIENTS);
            Histogram delivery = Histograms.decode(agent.histograms().delivery());
            assertThat(delivery.getTotalCount()).isEqualTo(CLIENTS * Agents.DELIVERED);
            assertThat(delivery.getMaxValue()).isLessThan(TimeUnit.SECONDS.toNanos(20));
        }
    }

    @ParameterizedTest
    @EnumSource
    void readsMessagesLongerThanItsReads(ChannelTransport transport) throws Exception {
        try (LoadAgent agent = agent(1)) {
            openOne(agent, transport);
            String text = Messages.message("0", 1, System.nanoTime(), 300_000);
            server.send("0", text);
            server.publish("0", 2);
            AgentReport report = Await.report(agent, r -> r.channels().messages() >= 2);

            assertThat(report.channels().messageBytes())
                    .isEqualTo(text.length() + Messages.message("0", 2).length());
            assertThat(report.failures().counts()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void countsGapsDuplicatesAndDisorderOfEachClient(ChannelTransport transport) throws Exception {
        try (LoadAgent agent = agent(1)) {
            open(agent, server, new ChannelPlan(transport, 1, 0, 1, 0), 2);

            server.publish("0", 1, 2, 6, 4, 4, 7, 7);
            AgentReport report = Await.report(agent, r -> r.channels().messages() >= 14);

            assertThat(report.channels().missing()).isEqualTo(2 * 2);
            assertThat(report.channels().outOfOrder()).isEqualTo(2);
            assertThat(report.channels().duplicates()).isEqualTo(2 * 2);
            assertThat(report.failures().counts()).isEmpty();
            assertThat(report.connections().alive()).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @EnumSource
    void failsOnAWrongMessageAndSaysWhatWasExpected(ChannelTransport transport) throws Exception {
        try (LoadAgent agent = agent(1)) {
            openOne(agent, transport);
            server.publish("0", 1);
            server.send("0", Messages.message("1", 1));
            AgentReport report = Await.report(agent, r -> r.connections().alive() == 0);

            assertThat(report.failures().counts()).containsExactly(Map.entry(FailureCause.WRONG_ANSWER, 1L));
            assertThat(report.failures().firstTexts().get(FailureCause.WRONG_ANSWER))
                    .contains("expected '0' of identifier '0', got '1\"");
            assertThat(report.channels().messages()).isEqualTo(1);
        }
    }

    static Stream<Arguments> faults() {
        Map<ChannelServer.Fault, FailureCause> causes = Map.of(
                ChannelServer.Fault.REFUSED, FailureCause.WRONG_ANSWER,
                ChannelServer.Fault.STATUS_503, FailureCause.UNEXPECTED_STATUS,
                ChannelServer.Fault.CLOSE_INSTEAD_OF_ANSWER, FailureCause.CLOSED_BEFORE_ANSWER);
        return Stream.concat(
                Stream.of(Arguments.of(
                        ChannelTransport.WEBSOCKET, ChannelServer.Fault.WRONG_ACCEPT, FailureCause.WRONG_ANSWER)),
                Stream.of(ChannelTransport.values()).flatMap(transport -> causes.entrySet().stream()
                        .map(entry -> Arguments.of(transport, entry.getKey(), entry.getValue()))));
    }

    @ParameterizedTest
    @MethodSource("faults")
    void namesWhyNobodyWasSubscribed(ChannelTransport transport, ChannelServer.Fault fault, FailureCause cause)
            throws Exception {
        server.fault = fault;
        try (LoadAgent agent = agent(1)) {
            AgentReport report =
                    tryToOpen(agent, Plans.channels(server.port(), new ChannelPlan(transport, 1, 0, 1, 0)), 1);

            assertThat(report.failures().counts()).containsExactly(Map.entry(cause, 1L));
            assertThat(report.connections().served()).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource
    void whoAwaitsTheFirstAnswerTimesOutAndWhoIsServedDoesNot(ChannelTransport transport) throws Exception {
        server.pollMillis = 400;
        try (LoadAgent agent = agent(1)) {
            open(
                    agent,
                    Plans.channels(
                            server.port(), new ChannelPlan(transport, 1, 0, 1, 0), TimeUnit.MILLISECONDS.toNanos(200)),
                    1);
            server.fault = ChannelServer.Fault.NO_ANSWER;
            agent.open(1, FAST);
            AgentReport report = Await.report(agent, r -> r.connections().pending() == 0);

            assertThat(report.failures().counts()).containsExactly(Map.entry(FailureCause.ANSWER_TIMEOUT, 1L));
            assertThat(report.connections().alive()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void noticesAServerThatClosesWithTheAge(ChannelTransport transport) throws Exception {
        try (LoadAgent agent = agent(1)) {
            open(agent, server, new ChannelPlan(transport, IDENTIFIERS, 0, 1, 0), CLIENTS);

            server.closeConnections();
            AgentReport report = Await.report(agent, r -> r.connections().alive() == 0);

            assertThat(report.failures().counts())
                    .containsExactly(Map.entry(FailureCause.CLOSED_WHILE_HELD, (long) CLIENTS));
            assertThat(report.counts().closedAges().isEmpty()).isFalse();
            assertThat(report.counts().closedAges().youngestNanos()).isPositive();
            assertThat(report.connections().slowClosed()).isZero();

            // The next step has ages of its own, and its failures are counted against those of this one.
            agent.forgetTimes();
            assertThat(agent.report().counts().closedAges().isEmpty()).isTrue();
            assertThat(agent.report().failures().total()).isEqualTo(CLIENTS);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"WEBSOCKET", "SSE"})
    void noticesAServerThatEndsWhatShouldNotEnd(ChannelTransport transport) throws Exception {
        try (LoadAgent agent = agent(1)) {
            openOne(agent, transport);
            ChannelSender sender = server.clients().get(0).sender();
            if (sender instanceof ChannelSender.WebSocket socket) {
                socket.sendClose();
            } else if (sender instanceof ChannelSender.Stream stream) {
                stream.end();
            }
            AgentReport report = Await.report(agent, r -> r.connections().alive() == 0);

            assertThat(report.failures().counts()).containsExactly(Map.entry(FailureCause.CLOSED_WHILE_HELD, 1L));
        }
    }

    @Test
    void pollsAgainOnTheSameConnectionUnderTheSameIdWhetherOrNotAMessageCame() throws Exception {
        server.pollMillis = 20;
        try (LoadAgent agent = agent(1)) {
            openOne(agent, ChannelTransport.LONG_POLLING);
            ChannelSender.Polls polls =
                    (ChannelSender.Polls) server.clients().get(0).sender();
            Await.until(() -> polls.polls.get() > 4);
            server.publish("0", 1, 2, 3);
            AgentReport report = Await.report(agent, r -> r.channels().messages() == 3);

            assertThat(polls.ports).hasSize(1);
            assertThat(server.clients()).hasSize(1);
            assertThat(report.exchanges().planned()).isZero();
            assertThat(report.failures().counts()).isEmpty();
        }
    }

    @Test
    void answersPings() throws Exception {
        try (LoadAgent agent = agent(1)) {
            openOne(agent, ChannelTransport.WEBSOCKET);
            ChannelSender.WebSocket socket =
                    (ChannelSender.WebSocket) server.clients().get(0).sender();
            socket.sendPing();

            Await.until(() -> List.copyOf(socket.pongs).equals(List.of("hi")));
        }
    }

    @Test
    void forgetsDeliveriesAndNothingElse() throws Exception {
        try (LoadAgent agent = agent(2)) {
            open(agent, server, new ChannelPlan(ChannelTransport.WEBSOCKET, 1, 0, 1, 0), 4);
            server.publish("0", 1, 2);
            Await.report(agent, r -> r.channels().messages() == 8);

            agent.forgetDeliveries();
            assertThat(Histograms.decode(agent.histograms().delivery()).getTotalCount())
                    .isZero();
            assertThat(Histograms.decode(agent.histograms().firstAnswer()).getTotalCount())
                    .isEqualTo(4);
            server.publish("0", 4);
            AgentReport report = Await.report(agent, r -> r.channels().messages() == 12);

            assertThat(Histograms.decode(agent.histograms().delivery()).getTotalCount())
                    .isEqualTo(4);
            assertThat(report.channels().missing()).isEqualTo(4);
        }
    }

    @Test
    void measuresDeliveryFromTheStamp() throws Exception {
        try (LoadAgent agent = agent(1)) {
            openOne(agent, ChannelTransport.SSE);
            long longAgo = System.nanoTime() - TimeUnit.MINUTES.toNanos(10);
            server.send("0", Messages.message("0", 1, longAgo, 100));
            server.send("0", Messages.message("0", 2, System.nanoTime() + TimeUnit.MINUTES.toNanos(10), 100));
            Await.report(agent, r -> r.channels().messages() == 2);

            Histogram delivery = Histograms.decode(agent.histograms().delivery());
            assertThat(delivery.getMaxValue()).isBetween(TimeUnit.SECONDS.toNanos(599), TimeUnit.SECONDS.toNanos(640));
            assertThat(delivery.getMinValue()).isZero();
        }
    }

    @Test
    void exchangesDoNothing() throws Exception {
        try (LoadAgent agent = agent(1)) {
            openOne(agent, ChannelTransport.SSE);
            agent.exchange(FAST);
            agent.saturate(TimeUnit.MILLISECONDS.toNanos(10));
            server.publish("0", 1);
            AgentReport report = Await.report(agent, r -> r.channels().messages() == 1);

            assertThat(report.exchanges().planned()).isZero();
            assertThat(report.failures().counts()).isEmpty();
        }
    }

    @Test
    void prepareForgetsMessages() throws Exception {
        try (LoadAgent agent = agent(1)) {
            openOne(agent, ChannelTransport.SSE);
            server.publish("0", 1, 3);
            Await.report(agent, r -> r.channels().messages() == 2);

            agent.prepare(Plans.plan(server.port(), LoadWorkload.KEEP_ALIVE));
            AgentReport report = agent.report();

            assertThat(report.channels()).isEqualTo(ChannelCounts.NONE);
            assertThat(Histograms.decode(agent.histograms().delivery()).getTotalCount())
                    .isZero();
        }
    }
}
