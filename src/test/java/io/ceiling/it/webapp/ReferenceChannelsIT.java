package io.ceiling.it.webapp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.ceiling.harness.container.ChannelProtocol;
import io.ceiling.harness.container.ContainerKind;
import io.ceiling.harness.container.Containers;
import io.ceiling.it.fixture.Awaiting;
import io.ceiling.it.fixture.StartedServer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The channels and the publisher of a server of another platform: those of the web application, as far as it has them. */
@Tag("all")
@Tag("side-by-side")
class ReferenceChannelsIT {

    private static final int DELIVERIES_DROPPED = 13;
    private static final int CHANNEL_CLIENTS = 17;
    private static final int SLOW_CLIENTS = 19;
    private static final String ALL = "references";

    private static final ObjectMapper JSON = new ObjectMapper();

    static Stream<ContainerKind> references() {
        return Containers.references().stream()
                .filter(kind -> kind.channelProtocol() == ChannelProtocol.WEB_APPLICATION);
    }

    /** Returns what a server answers to messages and requests, but for the time of a message. */
    private static List<String> answers(String container) throws Exception {
        try (StartedServer server = StartedServer.start(container);
                ChannelClient client = ChannelClient.open(server.port(), ChannelClient.Transport.WEBSOCKET)) {
            List<String> answers = new ArrayList<>();
            for (String message : List.of(
                    "{\"action\":\"subscribe\",\"identifier\":\"a.b-c_7\"}",
                    "{\"action\":\"subscribe\",\"identifier\":\"a.b-c_7\"}",
                    "{\"action\":\"publish\",\"identifier\":\"a.b-c_7\",\"elements\":\"\\u00e9 \\\" \\\\ \\n <&>\"}",
                    "{\"elements\":\"\",\"identifier\":\"a.b-c_7\",\"action\":\"publish\"}",
                    "{\"action\":\"unsubscribe\",\"identifier\":\"a.b-c_7\"}",
                    "{\"action\":\"unsubscribe\",\"identifier\":\"a.b-c_7\"}",
                    "{\"action\":\"shout\",\"identifier\":\"1\"}",
                    "{\"identifier\":\"1\"}",
                    "{\"action\":\"subscribe\"}",
                    "{\"action\":\"subscribe\",\"identifier\":\"<script>\"}",
                    "{\"action\":\"subscribe\",\"identifier\":7}",
                    "{\"action\":\"publish\",\"identifier\":\"1\"}",
                    "{\"action\":\"publish\",\"identifier\":\"1\",\"elements\":\"\",\"more\":\"\"}",
                    "{\"action\":\"subscribe\",\"identifier\":\"\"}",
                    "[]")) {
                answers.add(client.send(message).replaceFirst("\"timestamp\":\\d+", "\"timestamp\":now"));
            }
            answers.addAll(ChannelChecks.answers(
                    server.port(),
                    List.of(
                            "GET /ceiling/publisher",
                            "POST /ceiling/publisher",
                            "POST /ceiling/publisher?per-second=1&bytes=1462&identifiers=1&seconds=1&volume=11",
                            "POST /ceiling/publisher?per-second=1&bytes=159&identifiers=1&seconds=1",
                            "POST /ceiling/publisher?per-second=1&bytes=1462&identifiers=0&seconds=1",
                            "POST /ceiling/publisher?per-second=1&bytes=1462&identifiers=1&seconds=x",
                            "POST /ceiling/publisher/stop",
                            "POST /ceiling/publisher?per-second=1&bytes=1462&identifiers=1&seconds=60&seed=7",
                            "POST /ceiling/publisher?per-second=1&bytes=1462&identifiers=1&seconds=60")));
            return answers;
        }
    }

    @ParameterizedTest
    @MethodSource(ALL)
    void answersMessagesAndOrdersAsTheWebApplicationDoes(ContainerKind reference) throws Exception {
        StartedServer.assumeBuilt(reference);

        assertThat(answers(reference.name())).isEqualTo(answers("tomcat"));
    }

    @ParameterizedTest
    @MethodSource(ALL)
    void publishesMessagesOfTheAskedSizeByItself(ContainerKind reference) throws Exception {
        StartedServer.assumeBuilt(reference);
        try (StartedServer server = StartedServer.start(reference.name())) {
            new ChannelChecks(server, new ChannelPublisher(server.port()))
                    .publishesMessagesOfTheAskedSizeByItself(ChannelClient.Transport.WEBSOCKET, 1462);

            Awaiting.until("the client is forgotten", () -> server.gauge(CHANNEL_CLIENTS) == 0);
        }
    }

    /** So that servers of all platforms push the same messages to the same subscribers. */
    @ParameterizedTest
    @MethodSource(ALL)
    void drawsTheChannelsThatTheWebApplicationDrawsFromASeed(ContainerKind reference) throws Exception {
        StartedServer.assumeBuilt(reference);
        try (StartedServer server = StartedServer.start(reference.name());
                ChannelClient client = ChannelClient.open(server.port(), ChannelClient.Transport.WEBSOCKET)) {
            for (int identifier = 0; identifier < ChannelChecks.DRAWN_FROM; identifier++) {
                client.subscribe(Integer.toString(identifier));
            }

            List<String> drawn =
                    new ChannelChecks(server, new ChannelPublisher(server.port())).publishToDrawnChannels();
            List<String> identifiers = new ArrayList<>();
            while (identifiers.size() < drawn.size()) {
                identifiers.add(JSON.readTree(client.next()).get("identifier").asText());
            }

            assertThat(identifiers).isEqualTo(drawn);
        }
    }

    /** Messages on their way without a rate fit into the outbox of one client. */
    @ParameterizedTest
    @MethodSource(ALL)
    void publishesWithoutPauseToOneClientThatReads(ContainerKind reference) throws Exception {
        StartedServer.assumeBuilt(reference);
        try (StartedServer server = StartedServer.start(reference.name());
                ChannelClient client = ChannelClient.open(server.port(), ChannelClient.Transport.WEBSOCKET)) {
            client.subscribe("0");

            new ChannelChecks(server, new ChannelPublisher(server.port())).publishesWithoutPause(client);

            assertThat(server.gauge(SLOW_CLIENTS)).isZero();
        }
    }

    /** The others get every message, in order. */
    @ParameterizedTest
    @MethodSource(ALL)
    void aClientThatDoesNotReadLosesItsMessagesAndStopsNobodyElse(ContainerKind reference) throws Exception {
        StartedServer.assumeBuilt(reference);
        try (StartedServer server = StartedServer.start(reference.name());
                Deaf deaf = Deaf.subscribe(server.port(), ChannelClient.Transport.WEBSOCKET, "0");
                ChannelClient client = ChannelClient.open(server.port(), ChannelClient.Transport.WEBSOCKET)) {
            client.subscribe("0");

            long published = new ChannelChecks(server, new ChannelPublisher(server.port()))
                    .publishLargeOnes("messages given up", () -> server.gauge(DELIVERIES_DROPPED) > 0);

            ReceivedMessages.receiveInOrder(client, published);
            assertThat(deaf.isOpen()).isTrue();
            assertThat(server.gauge(SLOW_CLIENTS)).isEqualTo(1);
            Awaiting.until("the server has disconnected it", () -> server.gauge(CHANNEL_CLIENTS) == 1);
        }
    }
}
