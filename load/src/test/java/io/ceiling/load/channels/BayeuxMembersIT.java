package io.ceiling.load.channels;

import static io.ceiling.load.fixtures.Agents.FAST;
import static io.ceiling.load.fixtures.Agents.agent;
import static io.ceiling.load.fixtures.Agents.open;
import static io.ceiling.load.fixtures.Agents.tryToOpen;
import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.load.LoadAgent;
import io.ceiling.load.fixtures.Await;
import io.ceiling.load.fixtures.Messages;
import io.ceiling.load.fixtures.Plans;
import io.ceiling.load.fixtures.RoomServer;
import io.ceiling.load.report.AgentReport;
import io.ceiling.load.report.FailureCause;
import io.ceiling.load.report.Histograms;
import io.ceiling.load.socket.Transport;
import io.ceiling.load.workload.LoadPlan;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Members of rooms over Bayeux, against {@link RoomServer}. */
class BayeuxMembersIT {

    private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);
    private static final int ROOMS = 10;
    private static final int MEMBERS = 40;

    @AutoClose
    private final RoomServer server = new RoomServer();

    private LoadPlan plan(int rooms, int slowEvery) {
        return Plans.channels(
                server.port(),
                new ChannelPlan(ChannelTransport.LONG_POLLING, rooms, 0, 1, slowEvery).in(ChannelPlan.Protocol.BAYEUX));
    }

    @ParameterizedTest
    @EnumSource
    void everyMemberOfARoomGetsEveryMessageToItOnce(Transport sockets) throws Exception {
        Bursts bursts = new Bursts(10, 50, 5 * MILLI, ROOMS, 200 * MILLI, 42);
        int messages = 400;
        long deliveries = (long) messages * MEMBERS / ROOMS;
        try (LoadAgent agent = agent(sockets, 2)) {
            open(agent, plan(ROOMS, 0), MEMBERS);
            assertThat(server.members(7)).hasSize(MEMBERS / ROOMS);

            agent.publish(bursts);
            AgentReport report = Await.report(
                    agent,
                    r -> r.publishing().answered() >= messages && r.channels().messages() >= deliveries);

            assertThat(report.publishing().sent()).isEqualTo(messages);
            assertThat(report.publishing().answered()).isEqualTo(messages);
            assertThat(report.channels().messages()).isEqualTo(deliveries);
            assertThat(report.channels().missing()).isZero();
            assertThat(report.channels().duplicates()).isZero();
            assertThat(report.failures().counts()).isEmpty();
            assertThat(report.connections().alive()).isEqualTo(MEMBERS);
            Histogram delivery = Histograms.decode(agent.histograms().delivery());
            assertThat(delivery.getTotalCount()).isEqualTo(deliveries);
            assertThat(delivery.getMinValue()).isPositive();
            assertThat(server.published)
                    .hasSize(messages)
                    .allMatch(elements -> elements.length() == bursts.elementsBytes());
        }
    }

    @Test
    void aMessageForAnEmptyRoomIsAnsweredAndDelivered() throws Exception {
        try (LoadAgent agent = agent(1)) {
            open(agent, plan(1_000_000, 0), 1);

            agent.publish(new Bursts(3, 50, MILLI, 1_000_000, 1, 42));
            AgentReport report = Await.report(agent, r -> r.publishing().answered() == 3);

            assertThat(report.channels().messages()).isZero();
            assertThat(report.failures().counts()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "/meta/handshake | [{\"channel\":\"/meta/handshake\",\"successful\":false,\"error\":\"403::denied\"}] | /meta/handshake was refused: 403::denied",
                "/meta/connect | [] | Bayeux answer without the reply to /meta/connect",
                "/meta/connect | [{\"channel\":\"/meta/subscribe\",\"successful\":true}] | reply of channel '/meta/subscribe', expected '/meta/connect'",
                "/meta/subscribe | [{\"channel\":\"/rooms/1\",\"data\":{}},{\"channel\":\"/meta/subscribe\",\"successful\":true}] | message of channel '/rooms/1', expected '/rooms/0'"
            })
    void namesWhyNobodyIsAMember(String channel, String answer, String text) throws Exception {
        server.instead.put(channel, answer);
        try (LoadAgent agent = agent(1)) {
            AgentReport report = tryToOpen(agent, plan(1, 0), 1);

            assertThat(report.connections().served()).isZero();
            assertThat(report.failures().counts()).containsExactly(Map.entry(FailureCause.WRONG_ANSWER, 1L));
            assertThat(report.failures().firstTexts().values()).singleElement().isEqualTo(text);
        }
    }

    @Test
    void countsGapsAndDuplicatesOfEachMember() throws Exception {
        try (LoadAgent agent = agent(1)) {
            open(agent, plan(1, 0), 2);
            for (long number : new long[] {5, 6, 6, 9, 8}) {
                server.send(0, Messages.message("0", number));
            }
            AgentReport report = Await.report(agent, r -> r.channels().messages() == 10);

            assertThat(report.channels().missing()).isEqualTo(2);
            assertThat(report.channels().duplicates()).isEqualTo(2);
            assertThat(report.channels().outOfOrder()).isEqualTo(2);
        }
    }

    @Test
    void aMemberWhoseSessionIsGoneIsLostWithTheReason() throws Exception {
        try (LoadAgent agent = agent(1)) {
            open(agent, plan(1, 0), 1);
            Await.until(() -> server.members(0).get(0).polls().get() == 1);
            server.instead.put(
                    "/meta/connect",
                    "[{\"channel\":\"/meta/connect\",\"successful\":false,\"error\":\"402::session_unknown\",\"advice\":{\"reconnect\":\"handshake\"}}]");

            server.send(0, Messages.message("0", 1));
            AgentReport report = Await.report(agent, r -> r.connections().alive() == 0);

            assertThat(report.channels().messages()).isEqualTo(1);
            assertThat(report.failures().firstTexts().values())
                    .singleElement()
                    .isEqualTo("/meta/connect was refused: 402::session_unknown");
        }
    }

    @Test
    void aRefusedMessageIsAFailureOfItsConnectionAndOfNoMember() throws Exception {
        server.instead.put("/rooms/0", "[{\"channel\":\"/rooms/0\",\"successful\":false,\"error\":\"403::full\"}]");
        try (LoadAgent agent = agent(1)) {
            open(agent, plan(1, 0), 2);

            agent.publish(new Bursts(1, 50, MILLI, 1, 1, 42));
            AgentReport report = Await.report(agent, r -> !r.failures().counts().isEmpty());

            assertThat(report.failures().firstTexts().values())
                    .singleElement()
                    .isEqualTo("/rooms/0 was refused: 403::full");
            assertThat(report.publishing().answered()).isZero();
            assertThat(report.connections().alive()).isEqualTo(2);
        }
    }

    @Test
    void aMessageWaitsForAMemberInWhoseNameItIsSent() throws Exception {
        try (LoadAgent agent = agent(1)) {
            agent.prepare(plan(1, 0));
            agent.publish(new Bursts(2, 50, MILLI, 1, 1, 42));
            AgentReport waiting = Await.report(agent, r -> r.publishing().due() == 2);
            assertThat(waiting.publishing().sent()).isZero();
            // A connection for each of them is there already.
            Await.until(() -> server.accepted() == 2);

            agent.open(1, FAST);
            AgentReport report = Await.report(
                    agent, r -> r.publishing().answered() == 2 && r.channels().messages() == 2);

            assertThat(report.failures().counts()).isEmpty();
            assertThat(server.accepted()).isEqualTo(3);
        }
    }

    @Test
    void aSlowMemberDoesNotPoll() throws Exception {
        try (LoadAgent agent = agent(1)) {
            AgentReport opened = open(agent, plan(2, 2), 2);
            assertThat(opened.connections().slowAlive()).isEqualTo(1);

            server.send(0, Messages.message("0", 1));
            server.send(1, Messages.message("1", 1));
            Await.report(agent, r -> r.channels().messages() == 1);
            RoomServer.Session reading = server.members(0).get(0);
            Await.until(() -> reading.polls().get() > 1);

            assertThat(server.members(1).get(0).polls()).hasValue(0);
        }
    }

    @Test
    void aTrimmedMemberIsOpenedAgainAsANewClient() throws Exception {
        try (LoadAgent agent = agent(1)) {
            open(agent, plan(1, 0), 4);
            agent.trim(2);
            agent.open(2, FAST);
            Await.report(agent, r -> r.connections().alive() == 4);

            assertThat(server.members(0))
                    .hasSize(6)
                    .extracting(RoomServer.Session::cookie)
                    .doesNotHaveDuplicates();
        }
    }
}
