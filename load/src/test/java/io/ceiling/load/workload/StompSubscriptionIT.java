package io.ceiling.load.workload;

import static io.ceiling.load.fixtures.Agents.agent;
import static io.ceiling.load.fixtures.Agents.tryToOpen;
import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.load.LoadAgent;
import io.ceiling.load.fixtures.Await;
import io.ceiling.load.fixtures.CustomServer;
import io.ceiling.load.http.ExpectedAnswer;
import io.ceiling.load.http.HttpRequest;
import io.ceiling.load.report.AgentReport;
import io.ceiling.load.report.FailureCause;
import io.ceiling.load.socket.ServerAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Subscriptions over STOMP to a server that speaks as much of it as a broker. */
class StompSubscriptionIT {

    private static final int CONNECTIONS = 20;

    private static LoadPlan plan(CustomServer server, String path) {
        return LoadPlan.custom(
                        new ServerAddress("127.0.0.1", server.port(), "/app", null),
                        new CustomPlan(
                                CustomPlan.Kind.STOMP,
                                List.of(HttpRequest.get(path)),
                                Map.of(),
                                "/topic/a:b",
                                ExpectedAnswer.SUCCESS))
                .withTimeouts(TimeUnit.SECONDS.toNanos(5), TimeUnit.SECONDS.toNanos(5));
    }

    @Test
    void aConnectionIsServedWhenItIsConnectedAndItsMessagesAreCounted() throws Exception {
        try (CustomServer server = new CustomServer();
                LoadAgent agent = agent(2)) {
            AgentReport opened = tryToOpen(agent, plan(server, "/stomp"), CONNECTIONS);
            assertThat(opened.failures().firstTexts()).isEmpty();
            assertThat(opened.connections().alive()).isEqualTo(CONNECTIONS);

            AgentReport told = Await.report(agent, now -> now.channels().messages() >= 2 * CONNECTIONS);

            assertThat(told.channels().messages()).isEqualTo(2 * CONNECTIONS);
            assertThat(told.connections().alive()).isEqualTo(CONNECTIONS);
            assertThat(server.lastHead).contains("Sec-WebSocket-Protocol: v12.stomp, v11.stomp\r\n");
            assertThat(server.lastSubscription)
                    .startsWith("SUBSCRIBE\n")
                    .contains("\ndestination:/topic/a\\cb\n")
                    .endsWith("\n\n\0");
        }
    }

    @ParameterizedTest
    @CsvSource({"/no-stomp, STOMP frame ERROR: nobody may connect", "/echo, 'STOMP frame expected, got: welcome'"})
    void whoDoesNotConnectIsToldInItsOwnWords(String path, String text) throws Exception {
        try (CustomServer server = new CustomServer();
                LoadAgent agent = agent(2)) {
            AgentReport report = tryToOpen(agent, plan(server, path), 1);

            assertThat(report.failures().firstTexts()).containsEntry(FailureCause.WRONG_ANSWER, text);
        }
    }
}
