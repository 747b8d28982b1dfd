package io.ceiling.load.channels;

import static io.ceiling.load.fixtures.Agents.FAST;
import static io.ceiling.load.fixtures.Agents.agent;
import static io.ceiling.load.fixtures.Agents.open;
import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.load.LoadAgent;
import io.ceiling.load.fixtures.Await;
import io.ceiling.load.fixtures.ChannelClient;
import io.ceiling.load.fixtures.ChannelServer;
import io.ceiling.load.fixtures.Messages;
import io.ceiling.load.report.AgentReport;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which clients of channels an agent opens, over its event loops and after it trimmed. */
class ClientNumbersIT {

    @AutoClose
    private final ChannelServer server = new ChannelServer();

    @Test
    void goesOnWithTheNumberAfterTheLastOneThatAWindowLetIn() throws Exception {
        ChannelPlan plan = new ChannelPlan(ChannelTransport.WEBSOCKET, 100_000, 5, 3, 0);
        try (LoadAgent agent = agent(2)) {
            open(agent, server, plan, 1);
            agent.openInWindow(50_000, 3, FAST);
            Await.report(agent, r -> r.connections().served() >= 20);
            agent.stopOpening();
            int opened =
                    Math.toIntExact(Await.report(agent, r -> r.connections().pending() == 0)
                            .connections()
                            .served());

            agent.open(4, FAST);
            Await.report(agent, r -> r.connections().served() == opened + 4);

            assertThat(subscribed(0)).containsExactlyInAnyOrderElementsOf(clients(plan, 0, opened + 4));
        }
    }

    @ParameterizedTest
    @EnumSource
    void numbersItsClientsWithoutGapOverLoopsAndTrims(ChannelTransport transport) throws Exception {
        // More identifiers than clients: the identifier is the client's number.
        ChannelPlan plan = new ChannelPlan(transport, 10_000, 5, 3, 0);
        try (LoadAgent agent = agent(2)) {
            open(agent, server, plan, 1);
            for (int more : new int[] {1, 1, 4}) {
                agent.open(more, FAST);
                Await.report(agent, r -> r.connections().pending() == 0);
            }
            assertThat(subscribed(0)).containsExactlyInAnyOrderElementsOf(clients(plan, 0, 7));

            agent.trim(3);
            assertThat(agent.report().connections().alive()).isEqualTo(3);
            publishToAll();
            // The first three are the ones that are left.
            AgentReport left = Await.report(agent, r -> r.channels().messages() >= 3);
            assertThat(left.channels().messages()).isEqualTo(3);
            agent.open(20, FAST);
            AgentReport again = Await.report(agent, r -> r.connections().pending() == 0);

            assertThat(again.connections().alive()).isEqualTo(23);
            assertThat(again.failures().counts()).isEmpty();
            assertThat(subscribed(7)).containsExactlyInAnyOrderElementsOf(clients(plan, 3, 23));
            if (transport != ChannelTransport.WEBSOCKET) {
                assertThat(server.trackingIds()).doesNotHaveDuplicates();
            }
        }
    }

    /** Identifiers of the subscriptions that came after so many others. */
    private List<String> subscribed(int before) {
        return server.clients().stream()
                .skip(before)
                .map(ChannelClient::identifier)
                .toList();
    }

    private static List<String> clients(ChannelPlan plan, int from, int to) {
        return IntStream.range(from, to)
                .map(plan::client)
                .mapToObj(String::valueOf)
                .toList();
    }

    /** A client that was trimmed may be found gone only now. */
    private void publishToAll() {
        for (ChannelClient client : server.clients()) {
            try {
                client.send(Messages.message(client.identifier(), 1));
            } catch (IOException e) {
                // It is gone.
            }
        }
    }

    @Test
    void trimDropsWhatIsNotOpenedYetAndItsNumbersAreUsedAgain() throws Exception {
        ChannelPlan plan = new ChannelPlan(ChannelTransport.SSE, 10_000, 0, 1, 0);
        try (LoadAgent agent = agent(2)) {
            open(agent, server, plan, 5);
            agent.open(1_000, 0.01);
            agent.trim(5);
            Await.report(agent, r -> r.connections().pending() == 0);
            agent.open(2, FAST);
            AgentReport report = Await.report(agent, r -> r.connections().alive() == 7);

            assertThat(report.failures().counts()).isEmpty();
            assertThat(Set.copyOf(subscribed(0))).containsExactlyInAnyOrderElementsOf(clients(plan, 0, 7));
        }
    }
}
