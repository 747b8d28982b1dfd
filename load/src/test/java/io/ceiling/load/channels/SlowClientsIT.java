package io.ceiling.load.channels;

import static io.ceiling.load.fixtures.Agents.agent;
import static io.ceiling.load.fixtures.Agents.open;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ceiling.load.LoadAgent;
import io.ceiling.load.fixtures.Await;
import io.ceiling.load.fixtures.ChannelSender;
import io.ceiling.load.fixtures.ChannelServer;
import io.ceiling.load.fixtures.Messages;
import io.ceiling.load.report.AgeRange;
import io.ceiling.load.report.AgentReport;
import io.ceiling.load.report.ChannelCounts;
import io.ceiling.load.report.FailureCause;
import io.ceiling.load.socket.Transport;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Clients of channels that stop reading when they are served. */
class SlowClientsIT {

    private static final int CLIENTS = 60;
    /** Messages of about 1100 bytes that a socket takes with its usual receive buffer, and not with a slow client's. */
    private static final int SOON_TOO_MANY = 60;

    @AutoClose
    private final ChannelServer server = new ChannelServer();

    @ParameterizedTest
    @EnumSource(names = {"WEBSOCKET", "SSE"})
    void aSlowClientReadsNothingAndSoonStopsItsServer(ChannelTransport transport) throws Exception {
        try (LoadAgent agent = agent(1)) {
            // Client 1 of 0 and 1 is slow, and alone on its channel.
            AgentReport opened = open(agent, server, new ChannelPlan(transport, 2, 0, 1, 2), 2);
            assertThat(opened.connections().slowAlive()).isEqualTo(1);
            CompletableFuture<Void> toSlow = publishInBackground("1", SOON_TOO_MANY);
            CompletableFuture<Void> toReading = publishInBackground("0", SOON_TOO_MANY);

            toReading.get(20, TimeUnit.SECONDS);
            AgentReport report = Await.report(agent, r -> r.channels().messages() == SOON_TOO_MANY);
            assertThatThrownBy(() -> toSlow.get(300, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
            assertThat(report.bytes().read()).isBetween(SOON_TOO_MANY * 1_000L, SOON_TOO_MANY * 1_200L);
            assertThat(report.connections().slowAlive()).isEqualTo(1);
            assertThat(report.connections().alive()).isEqualTo(2);

            server.resetConnections();
            AgentReport closed = Await.report(agent, r -> r.connections().alive() == 0);
            assertThat(closed.connections().slowAlive()).isZero();
            assertThat(closed.connections().slowClosed()).isEqualTo(1);
            assertThat(closed.channels().messages()).isEqualTo(SOON_TOO_MANY);
            assertThat(closed.failures().counts()).containsExactly(Map.entry(FailureCause.CLOSED_WHILE_HELD, 1L));
        }
    }

    private CompletableFuture<Void> publishInBackground(String identifier, int messages) {
        return CompletableFuture.runAsync(() -> {
            try {
                for (int number = 1; number <= messages; number++) {
                    server.send(identifier, Messages.message(identifier, number, System.nanoTime(), 1_000));
                }
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    @ParameterizedTest
    @EnumSource
    void aSlowClientNoticesWithoutReadingThatItsServerCloses(ChannelTransport transport) throws Exception {
        try (LoadAgent agent = agent(2)) {
            open(agent, server, new ChannelPlan(transport, 10, 0, 1, 1), CLIENTS);
            // Fits into the socket, where it stays.
            server.publish("0", 1);

            server.closeConnections();
            AgentReport report = Await.report(agent, r -> r.connections().alive() == 0);

            assertThat(report.channels()).isEqualTo(ChannelCounts.NONE);
            assertThat(report.connections().slowAlive()).isZero();
            assertThat(report.connections().slowClosed()).isEqualTo(CLIENTS);
            assertThat(report.failures().counts()).isEmpty();
            assertThat(report.counts().closedAges()).isEqualTo(AgeRange.NONE);
        }
    }

    @Test
    void aSlowClientDoesNotPollAgain() throws Exception {
        try (LoadAgent agent = agent(1)) {
            open(agent, server, new ChannelPlan(ChannelTransport.LONG_POLLING, 2, 0, 1, 2), 2);
            server.publish("0", 1, 2);
            server.publish("1", 1, 2);
            Await.report(agent, r -> r.channels().messages() == 2);
            ChannelSender.Polls reading = polls("0");
            Await.until(() -> reading.polls.get() > 1);

            assertThat(polls("1").polls).hasValue(1);
        }
    }

    private ChannelSender.Polls polls(String identifier) {
        return server.clients().stream()
                .filter(client -> client.identifier().equals(identifier))
                .map(client -> (ChannelSender.Polls) client.sender())
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aSlowClientOnNioReadsNothingEither() throws Exception {
        try (LoadAgent agent = agent(Transport.NIO, 1)) {
            AgentReport opened = open(agent, server, new ChannelPlan(ChannelTransport.SSE, 2, 0, 1, 2), 2);
            server.publish("1", 1, 2, 3);
            server.publish("0", 1);
            AgentReport report = Await.report(agent, r -> r.channels().messages() == 1);

            assertThat(opened.connections().slowAlive()).isEqualTo(1);
            assertThat(report.connections().alive()).isEqualTo(2);
            agent.trim(1);
            assertThat(agent.report().connections().slowAlive()).isZero();
        }
    }
}
