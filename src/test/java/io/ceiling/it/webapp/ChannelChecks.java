package io.ceiling.it.webapp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.ceiling.it.fixture.Awaiting;
import io.ceiling.it.fixture.RawHttp;
import io.ceiling.it.fixture.Served;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/** Checks of /channels and /publisher that hold in any server. */
final class ChannelChecks {

    /** No power of two, for which generators take another way. */
    static final int DRAWN_FROM = 7;

    private static final int PUBLISHING = 15;
    private static final int SEED = 11;

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Served server;
    private final ChannelPublisher publisher;

    ChannelChecks(Served server, ChannelPublisher publisher) {
        this.server = server;
        this.publisher = publisher;
    }

    /** @param messages an even number of them */
    void deliversEveryMessageInOrder(ChannelClient.Transport transport, int messages) throws Exception {
        String first = "first-" + transport;
        String second = "second-" + transport;
        try (ChannelClient both = ChannelClient.open(server.port(), transport);
                ChannelClient one = ChannelClient.open(server.port(), transport)) {
            assertThat(both.subscribe(first)).isEqualTo("{\"subscribed\":\"" + first + "\"}");
            both.subscribe(second);
            one.subscribe(second);

            publisher.publishConcurrently(Map.of(first, messages / 2, second, messages / 2));

            assertThat(ReceivedMessages.receive(both, messages))
                    .isEqualTo(Map.of(first, messages / 2, second, messages / 2));
            assertThat(ReceivedMessages.receive(one, messages / 2)).isEqualTo(Map.of(second, messages / 2));
            publisher.publishEnd(first, second);
            ReceivedMessages.assertNothingComesBeforeTheEnd(both, first, second);
            ReceivedMessages.assertNothingComesBeforeTheEnd(one, second);
        }
    }

    void publishesMessagesOfTheAskedSizeByItself(ChannelClient.Transport transport, int bytes) throws Exception {
        try (ChannelClient client = ChannelClient.open(server.port(), transport)) {
            client.subscribe("0");

            publishesMessagesOfTheAskedSizeByItself(client, bytes);
        }
    }

    /** @param client a subscriber of 0 */
    void publishesMessagesOfTheAskedSizeByItself(ChannelClient client, int bytes) throws Exception {
        assertThat(publisher.post("/publisher?per-second=200&bytes=" + bytes + "&identifiers=1&seconds=1"))
                .isEqualTo("{\"publishing\":true}");

        long before = System.nanoTime();
        String text = client.next();
        assertThat(text).hasSize(bytes);
        JsonNode message = JSON.readTree(text);
        String elements = message.get("elements").asText();
        long intended = Long.parseUnsignedLong(elements.substring(0, 16), 16);
        assertThat(intended).isBetween(before - Duration.ofMinutes(1).toNanos(), System.nanoTime());
        assertThat(Long.parseUnsignedLong(elements.substring(16, 32), 16)).isBetween(intended, System.nanoTime());
        assertThat(elements.substring(32, 46)).isEqualTo("ghijklmnopqrst");
        long last = message.get("request").asLong();
        long published = stopPublishing();
        for (long expected = last + 1; expected < published; expected++) {
            assertThat(JSON.readTree(client.next()).get("request").asLong()).isEqualTo(expected);
        }
    }

    /** @param only the one subscriber of 0 */
    void publishesWithoutPause(ChannelClient only) throws Exception {
        assertThat(publisher.post("/publisher?per-second=0&bytes=1462&identifiers=1&seconds=1"))
                .isEqualTo("{\"publishing\":true}");
        Awaiting.until("all is published", () -> server.gauge(PUBLISHING) == 0);
        long published = stopPublishing();

        assertThat(published).isGreaterThan(100);
        ReceivedMessages.receiveInOrder(only, published);
    }

    /** Returns the number of messages that were published. */
    long stopPublishing() throws Exception {
        return JSON.readTree(publisher.post("/publisher/stop")).get("messages").asLong();
    }

    /** Publishes messages of 60 000 bytes to 0 until the condition holds, and returns their number. */
    long publishLargeOnes(String what, Awaiting.Condition condition) throws Exception {
        assertThat(publisher.post("/publisher?per-second=300&bytes=60000&identifiers=1&seconds=25"))
                .isEqualTo("{\"publishing\":true}");
        Awaiting.until(what, condition);
        return stopPublishing();
    }

    /** Publishes to channels that are drawn from a seed, and returns the first of those that must be drawn. */
    List<String> publishToDrawnChannels() throws Exception {
        assertThat(publisher.post("/publisher?per-second=100&bytes=200&identifiers=%d&seconds=60&seed=%d"
                        .formatted(DRAWN_FROM, SEED)))
                .isEqualTo("{\"publishing\":true}");
        SplittableRandom random = new SplittableRandom(SEED);
        return Stream.generate(() -> Integer.toString(random.nextInt(DRAWN_FROM)))
                .limit(100)
                .toList();
    }

    static List<String> answers(int port, List<String> requests) throws Exception {
        List<String> answers = new ArrayList<>();
        for (String request : requests) {
            String answer = RawHttp.exchange("127.0.0.1", port, request, "Content-Length: 0\r\n");
            answers.add(RawHttp.status(answer) + " " + RawHttp.body(answer));
        }
        return answers;
    }
}
