package io.ceiling.load.channels;

import static io.ceiling.load.fixtures.Agents.agent;
import static io.ceiling.load.fixtures.Agents.deliver;
import static io.ceiling.load.fixtures.Agents.open;
import static io.ceiling.load.fixtures.Agents.tryToOpen;
import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.load.LoadAgent;
import io.ceiling.load.fixtures.Await;
import io.ceiling.load.fixtures.ChannelClient;
import io.ceiling.load.fixtures.ChannelServer;
import io.ceiling.load.fixtures.Messages;
import io.ceiling.load.fixtures.Plans;
import io.ceiling.load.report.AgentReport;
import io.ceiling.load.report.FailureCause;
import io.ceiling.load.socket.Transport;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Clients whose channel is in the URL of their WebSocket, as nchan has it. */
class ChannelInUrlIT {

    private static final int CLIENTS = 60;
    private static final int IDENTIFIERS = 10;

    @AutoClose
    private final ChannelServer server = new ChannelServer();

    private static ChannelPlan plan(int identifiers, int slowEvery) {
        return new ChannelPlan(ChannelTransport.WEBSOCKET, identifiers, 0, 1, slowEvery)
                .in(ChannelPlan.Protocol.CHANNEL_IN_URL);
    }

    @ParameterizedTest
    @EnumSource
    void anOpenWebSocketIsASubscriptionWhoseMessagesAreChecked(Transport sockets) throws Exception {
        try (LoadAgent agent = agent(sockets, 2)) {
            AgentReport opened = open(agent, server, plan(IDENTIFIERS, 0), CLIENTS);
            assertThat(opened.connections().served()).isEqualTo(CLIENTS);
            deliver(agent, server, IDENTIFIERS, CLIENTS);
            assertThat(server.clients())
                    .extracting(ChannelClient::identifier)
                    .contains("0", "9")
                    .hasSize(CLIENTS);
        }
    }

    @Test
    void aMessageOfAnotherChannelOrAnAnswerToASubscriptionIsWrong() throws Exception {
        for (String text : List.of(Messages.message("1", 1), Messages.subscribed("0"))) {
            try (LoadAgent agent = agent(1)) {
                int before = server.clients().size();
                open(agent, server, plan(1, 0), 1);
                server.clients().get(before).send(text);
                AgentReport report = Await.report(agent, r -> r.connections().alive() == 0);

                assertThat(report.failures().counts()).containsOnlyKeys(FailureCause.WRONG_ANSWER);
            }
        }
    }

    @Test
    void aSlowClientStopsReadingOnceItIsUpgraded() throws Exception {
        try (LoadAgent agent = agent(1)) {
            AgentReport opened = open(agent, server, plan(2, 2), 2);
            assertThat(opened.connections().slowAlive()).isEqualTo(1);

            server.publish("1", 1);
            server.publish("0", 1);
            AgentReport report = Await.report(agent, r -> r.channels().messages() >= 1);

            assertThat(report.channels().messages()).isEqualTo(1);
            assertThat(report.connections().slowAlive()).isEqualTo(1);
        }
    }

    @Test
    void aRefusedUpgradeIsNoSubscription() throws Exception {
        server.fault = ChannelServer.Fault.WRONG_ACCEPT;
        try (LoadAgent agent = agent(1)) {
            AgentReport report = tryToOpen(agent, Plans.channels(server.port(), plan(1, 0)), 1);

            assertThat(report.connections().served()).isZero();
            assertThat(report.failures().counts()).containsOnlyKeys(FailureCause.WRONG_ANSWER);
        }
    }
}
