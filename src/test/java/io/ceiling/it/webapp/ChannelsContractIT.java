package io.ceiling.it.webapp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.ceiling.it.fixture.Awaiting;
import io.ceiling.it.fixture.ForkedServer;
import io.ceiling.it.fixture.Part;
import io.ceiling.it.fixture.ServerKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Contract of /channels in every container, over each of its transports. */
@ParameterizedClass
@MethodSource("kinds")
@Tag("side-by-side")
@Tag("divided")
class ChannelsContractIT {

    private static final int DELIVERIES_DROPPED = 13;

    private static final int MESSAGES = 200;
    private static final int CLIENTS = 20;
    private static final int DISAPPEARING = 300;
    private static final ObjectMapper JSON = new ObjectMapper();

    private static final Set<ServerKind> FIRST = Set.of(ServerKind.TOMCAT_NIO, ServerKind.JETTY);

    @SuppressWarnings("NullAway.Init")
    private static ForkedServer server;

    @SuppressWarnings("NullAway.Init")
    private static ChannelPublisher publisher;

    @Parameter
    @SuppressWarnings({"NullAway.Init", "UnusedVariable"})
    ServerKind kind;

    static Stream<ServerKind> kinds() {
        return Part.of(ServerKind.all().stream(), FIRST::contains);
    }

    @BeforeParameterizedClassInvocation
    static void start(ServerKind kind) throws Exception {
        // With BIO every connection that a test's client keeps alive holds a thread, and each test has clients of its
        // own.
        // And on a busy host more messages than by default may wait for a client that does read.
        server = ForkedServer.start(
                kind,
                kind.war(),
                kind.javaHome(),
                1000,
                List.of("-Dceiling.channels.absence-ms=1000", "-Dceiling.channels.outbox=400"));
        publisher = new ChannelPublisher(server.port());
    }

    @AfterParameterizedClassInvocation
    static void stop() throws Exception {
        if (server != null) {
            server.close();
        }
    }

    @ParameterizedTest
    @EnumSource(ChannelClient.Transport.class)
    void deliversEveryMessageInOrder(ChannelClient.Transport transport) throws Exception {
        new ChannelChecks(server, publisher).deliversEveryMessageInOrder(transport, MESSAGES);
    }

    @ParameterizedTest
    @EnumSource(ChannelClient.Transport.class)
    void deliversNothingAfterUnsubscribing(ChannelClient.Transport transport) throws Exception {
        String left = "left-" + transport;
        String kept = "kept-" + transport;
        try (ChannelClient client = ChannelClient.open(server.port(), transport)) {
            client.subscribe(left);
            client.subscribe(kept);

            assertThat(client.unsubscribe(left)).isEqualTo("{\"unsubscribed\":\"" + left + "\"}");
            publisher.publish(left, "not for anybody");
            publisher.publish(kept, "for the subscriber");

            assertThat(JSON.readTree(client.next()).get("elements").asText()).isEqualTo("for the subscriber");
            // Subscribed again: what came late through the channel that was left would be ahead of its end.
            assertThat(client.subscribe(left)).isEqualTo("{\"subscribed\":\"" + left + "\"}");
            publisher.publishEnd(left, kept);
            ReceivedMessages.assertNothingComesBeforeTheEnd(client, left, kept);
        }
    }

    @ParameterizedTest
    @EnumSource(ChannelClient.Transport.class)
    void tellsOnlyTheSenderThatItsMessageIsWrong(ChannelClient.Transport transport) throws Exception {
        try (ChannelClient sender = ChannelClient.open(server.port(), transport);
                ChannelClient other = ChannelClient.open(server.port(), transport)) {
            other.subscribe("calm");

            assertThat(sender.send("{nonsense")).startsWith("{\"error\":\"message is not JSON");
            assertThat(sender.send("{\"action\":\"dance\",\"identifier\":\"calm\"}"))
                    .isEqualTo("{\"error\":\"action must be subscribe, unsubscribe or publish, was 'dance'\"}");
            assertThat(sender.send("[]")).isEqualTo("{\"error\":\"message must be a JSON object\"}");
            assertThat(sender.subscribe("calm")).isEqualTo("{\"subscribed\":\"calm\"}");

            publisher.publishEnd("calm");
            ReceivedMessages.assertNothingComesBeforeTheEnd(sender, "calm");
            ReceivedMessages.assertNothingComesBeforeTheEnd(other, "calm");
        }
    }

    /** Two clients of each of ten channels, and a publisher for each. */
    @ParameterizedTest
    @EnumSource(ChannelClient.Transport.class)
    void losesNoMessageOfManyChannels(ChannelClient.Transport transport) throws Exception {
        Map<String, Integer> messages = new HashMap<>();
        for (int i = 0; i < CLIENTS / 2; i++) {
            messages.put("many-%d-%s".formatted(i, transport), MESSAGES / (CLIENTS / 2));
        }
        List<ChannelClient> clients = new ArrayList<>();
        try {
            for (String identifier : messages.keySet()) {
                for (int i = 0; i < 2; i++) {
                    ChannelClient client = ChannelClient.open(server.port(), transport);
                    clients.add(client);
                    client.subscribe(identifier);
                }
            }

            publisher.publishConcurrently(messages);
            publisher.publishEnd(messages.keySet().toArray(String[]::new));

            int i = 0;
            for (Map.Entry<String, Integer> sent : messages.entrySet()) {
                for (ChannelClient client : clients.subList(i, i + 2)) {
                    assertThat(ReceivedMessages.receive(client, sent.getValue()))
                            .containsExactly(sent);
                    ReceivedMessages.assertNothingComesBeforeTheEnd(client, sent.getKey());
                }
                i += 2;
            }
        } finally {
            for (ChannelClient client : clients) {
                client.close();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(value = ChannelClient.Transport.class, mode = EnumSource.Mode.EXCLUDE, names = "WEBSOCKET")
    void subscribesWithTheFirstRequestAndSaysSoFirst(ChannelClient.Transport transport) throws Exception {
        String identifier = "with-get-" + transport;
        try (ChannelClient client = ChannelClient.open(server.port(), transport, identifier)) {
            assertThat(client.next()).isEqualTo("{\"subscribed\":\"" + identifier + "\"}");

            publisher.publish(identifier, "first");
            publisher.publish(identifier, "second");

            assertThat(JSON.readTree(client.next()).get("elements").asText()).isEqualTo("first");
            assertThat(JSON.readTree(client.next()).get("elements").asText()).isEqualTo("second");
        }
    }

    @ParameterizedTest
    @EnumSource(ChannelClient.Transport.class)
    void publishesMessagesOfTheAskedSizeByItself(ChannelClient.Transport transport) throws Exception {
        new ChannelChecks(server, publisher).publishesMessagesOfTheAskedSizeByItself(transport, 1462);
    }

    /** The others get every message, in order. */
    @ParameterizedTest
    @EnumSource(value = ChannelClient.Transport.class, mode = EnumSource.Mode.EXCLUDE, names = "LONG_POLLING")
    void aClientThatDoesNotReadLosesMessagesAndStopsNobodyElse(ChannelClient.Transport transport) throws Exception {
        long droppedBefore = server.gauge(DELIVERIES_DROPPED);
        try (Deaf deaf = Deaf.subscribe(server.port(), transport, "0");
                ChannelClient client = ChannelClient.open(server.port(), transport)) {
            client.subscribe("0");
            assertThat(publisher.post("/publisher?per-second=300&bytes=60000&identifiers=1&seconds=25"))
                    .isEqualTo("{\"publishing\":true}");
            Awaiting.until("messages given up", () -> server.gauge(DELIVERIES_DROPPED) > droppedBefore);
            long published = JSON.readTree(publisher.post("/publisher/stop"))
                    .get("messages")
                    .asLong();

            ReceivedMessages.receiveInOrder(client, published);
            // It has not gone by itself.
            assertThat(deaf.isOpen()).isTrue();
        }
    }

    /** What was kept for it is more than a socket takes, so that whoever answers it waits. */
    @Test
    void aPollThatIsNotReadHoldsUpNobody() throws Exception {
        String elements = "x".repeat(60_000);
        int kept = 120;
        try (Deaf deaf = Deaf.subscribe(server.port(), ChannelClient.Transport.LONG_POLLING, "heavy");
                ChannelClient other = ChannelClient.open(server.port(), ChannelClient.Transport.LONG_POLLING)) {
            other.subscribe("heavy");
            for (int i = 0; i < kept; i++) {
                publisher.publish("heavy", elements);
            }
            deaf.askAgain();
            ReceivedMessages.receiveInOrder(other, kept);

            // To the channel of the one that does not read, and to one that it has no part in.
            other.subscribe("light");
            publisher.publish("heavy", "small");
            publisher.publish("light", "small");

            assertThat(List.of(identifierOf(other.next()), identifierOf(other.next())))
                    .containsExactlyInAnyOrder("heavy", "light");
            publisher.publishEnd("heavy", "light");
            ReceivedMessages.assertNothingComesBeforeTheEnd(other, "heavy", "light");
            assertThat(deaf.isOpen()).isTrue();
        }
    }

    private static String identifierOf(@Nullable String message) throws Exception {
        return JSON.readTree(message).get("identifier").asText();
    }

    /** Tomcat would break off 3 of 100 of these, if the end of a request did not wait for the write that failed. */
    @Test
    void clientsThatDisappearBreakOffNobodyElse() throws Exception {
        int atOnce = 6;
        ExecutorService clients = Executors.newFixedThreadPool(atOnce);
        assertThat(publisher.post("/publisher?per-second=400&bytes=200&identifiers=" + atOnce + "&seconds=60"))
                .isEqualTo("{\"publishing\":true}");
        try {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < atOnce; i++) {
                String identifier = Integer.toString(i);
                all.add(clients.submit(() -> {
                    for (int n = 0; n < DISAPPEARING / atOnce; n++) {
                        try (Deaf client = Deaf.subscribe(server.port(), ChannelClient.Transport.SSE, identifier)) {
                            client.awaitMessage();
                            client.reset();
                        }
                    }
                    return null;
                }));
            }
            for (Future<?> done : all) {
                done.get();
            }
        } finally {
            clients.shutdownNow();
            publisher.post("/publisher/stop");
        }
    }

    @ParameterizedTest
    @EnumSource(ChannelClient.Transport.class)
    void forgetsSubscribersThatDisappeared(ChannelClient.Transport transport) throws Exception {
        Awaiting.until("no subscription is left of other tests", this::nobodyIsSubscribed);
        String identifier = "gone-" + transport;
        ChannelClient client = ChannelClient.open(server.port(), transport);
        assertThat(client.subscribe(identifier)).isEqualTo("{\"subscribed\":\"" + identifier + "\"}");
        // A poll of the test before may have reached the server in between.
        Awaiting.until("nobody else is subscribed", () -> {
            publisher.publishToAll("is anybody else there");
            return server.gauge(8) == 1;
        });
        publisher.publish(identifier, "somebody is there");

        client.close();

        Awaiting.until("the subscription is forgotten", this::nobodyIsSubscribed);
        assertThat(publisher.publish(identifier, "x").get("request").asLong()).isZero();
    }

    /** A server finds out by writing that the client of a one-way stream is gone, so something is published to all. */
    private boolean nobodyIsSubscribed() throws Exception {
        publisher.publishToAll("is anybody there");
        return server.gauge(8) == 0;
    }

    @Test
    void publishesWhatAWebSocketSends() throws Exception {
        try (ChannelClient client = ChannelClient.open(server.port(), ChannelClient.Transport.WEBSOCKET)) {
            client.subscribe("ws");

            String got =
                    client.send("{\"action\":\"publish\",\"identifier\":\"ws\",\"elements\":\"\\u00e9 \\\" \\n\"}");

            JsonNode message = JSON.readTree(got);
            assertThat(message.get("elements").asText()).isEqualTo("é \" \n");
            assertThat(message.get("request").asLong()).isEqualTo(1);
            assertThat(message.get("timestamp").asLong()).isBetween(1L, System.currentTimeMillis());
            List<String> names = new ArrayList<>();
            message.fieldNames().forEachRemaining(names::add);
            assertThat(names).containsExactly("request", "timestamp", "identifier", "elements");
        }
    }
}
