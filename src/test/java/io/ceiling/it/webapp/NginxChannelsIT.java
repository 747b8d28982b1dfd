package io.ceiling.it.webapp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.ceiling.harness.container.Containers;
import io.ceiling.it.fixture.Awaiting;
import io.ceiling.it.fixture.StartedServer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The channels of an nginx with nchan, and the publisher beside it. */
@Tag("all")
@Tag("side-by-side")
class NginxChannelsIT {

    private static final int DELIVERIES_DUE = 11;
    private static final int DELIVERIES_WRITTEN = 12;
    private static final int DELIVERIES_DROPPED = 13;
    private static final int CHANNEL_CLIENTS = 17;
    private static final int STAMP_DIGITS = 16;

    private static final ObjectMapper JSON = new ObjectMapper();

    @BeforeEach
    void assumeBuilt() {
        StartedServer.assumeBuilt(Containers.of("nginx"));
    }

    private static List<String> answers(String container) throws Exception {
        try (StartedServer server = StartedServer.start(container)) {
            return ChannelChecks.answers(
                    server.port(),
                    List.of(
                            "GET /ceiling/length?length=1",
                            "GET /ceiling/length?length=10240",
                            "GET /ceiling/length?length=x",
                            "POST /ceiling/length?length=1",
                            "GET /ceiling/nothing",
                            "GET /ceiling/publisher",
                            "POST /ceiling/publisher",
                            "POST /ceiling/publisher?per-second=1&bytes=1462&identifiers=1&seconds=1&volume=11",
                            "POST /ceiling/publisher?per-second=1&bytes=159&identifiers=1&seconds=1",
                            "POST /ceiling/publisher/stop",
                            "POST /ceiling/publisher?per-second=1&bytes=1462&identifiers=1&seconds=60&seed=7",
                            "POST /ceiling/publisher?per-second=1&bytes=1462&identifiers=1&seconds=60"));
        }
    }

    @Test
    void whatIsNotForNchanIsAnsweredAsEveryOtherReferenceDoes() throws Exception {
        assertThat(answers("nginx")).isEqualTo(answers("netty"));
    }

    @Test
    void publishesMessagesOfTheAskedSizeByItself() throws Exception {
        try (StartedServer server = StartedServer.start("nginx")) {
            try (ChannelClient client = ChannelClient.ofUrls(server.port(), "0")) {
                new ChannelChecks(server, new ChannelPublisher(server.port()))
                        .publishesMessagesOfTheAskedSizeByItself(client, 1462);
            }
            Awaiting.until("the client is forgotten", () -> server.gauge(CHANNEL_CLIENTS) == 0);
        }
    }

    @Test
    void publishesWithoutPauseAndCountsWhatIsDueByTheAnswers() throws Exception {
        try (StartedServer server = StartedServer.start("nginx");
                ChannelClient client = ChannelClient.ofUrls(server.port(), "0")) {
            new ChannelChecks(server, new ChannelPublisher(server.port())).publishesWithoutPause(client);

            assertThat(server.gauge(DELIVERIES_DUE)).isPositive().isEqualTo(server.gauge(DELIVERIES_WRITTEN));
            assertThat(server.gauge(DELIVERIES_DROPPED)).isZero();
        }
    }

    /** Each client gets the messages of its own channel in order, with their numbers; together they are the draws. */
    @Test
    void drawsTheChannelsThatTheWebApplicationDrawsFromASeed() throws Exception {
        String[] identifiers = IntStream.range(0, ChannelChecks.DRAWN_FROM)
                .mapToObj(Integer::toString)
                .toArray(String[]::new);
        try (StartedServer server = StartedServer.start("nginx");
                ChannelClient clients = ChannelClient.ofUrls(server.port(), identifiers)) {
            ChannelChecks checks = new ChannelChecks(server, new ChannelPublisher(server.port()));
            List<String> drawn = checks.publishToDrawnChannels();
            Awaiting.until("so many are published", () -> server.gauge(DELIVERIES_DUE) > drawn.size());
            long published = checks.stopPublishing();

            List<JsonNode> messages = new ArrayList<>();
            for (long i = 0; i < published; i++) {
                messages.add(JSON.readTree(clients.next()));
            }
            messages.sort(Comparator.comparing(
                    message -> message.get("elements").asText().substring(0, STAMP_DIGITS)));
            assertThat(messages)
                    .extracting(message -> message.get("identifier").asText())
                    .startsWith(drawn.toArray(String[]::new));
            for (String identifier : identifiers) {
                List<Integer> numbers = messages.stream()
                        .filter(message -> message.get("identifier").asText().equals(identifier))
                        .map(message -> message.get("request").asInt())
                        .toList();
                assertThat(numbers)
                        .isEqualTo(
                                IntStream.rangeClosed(1, numbers.size()).boxed().toList());
            }
        }
    }

    /** It has no outbox that would be full: all of it stays in nchan's memory until the client is gone. */
    @Test
    void aClientThatDoesNotReadIsKeptAndStopsNobodyElse() throws Exception {
        try (StartedServer server = StartedServer.start("nginx");
                Deaf deaf = Deaf.subscribeByUrl(server.port(), "0");
                ChannelClient client = ChannelClient.ofUrls(server.port(), "0")) {
            long published = new ChannelChecks(server, new ChannelPublisher(server.port()))
                    .publishLargeOnes("more than sockets hold", () -> server.gauge(DELIVERIES_DUE) > 400);

            ReceivedMessages.receiveInOrder(client, published);
            assertThat(server.gauge(DELIVERIES_DUE)).isEqualTo(2 * published);
            assertThat(server.gauge(DELIVERIES_DROPPED)).isZero();
            Awaiting.until("both are known", () -> server.gauge(CHANNEL_CLIENTS) == 2);

            deaf.reset();
            Awaiting.until("it is forgotten", () -> server.gauge(CHANNEL_CLIENTS) == 1);
        }
    }
}
