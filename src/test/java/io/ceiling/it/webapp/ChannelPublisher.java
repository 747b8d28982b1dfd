package io.ceiling.it.webapp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Publishes to the channels of a server. */
final class ChannelPublisher {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final String END = ReceivedMessages.END;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final int port;
    /** Channels that were published to; {@code /publisher} has 0. */
    private final Set<String> identifiers = ConcurrentHashMap.newKeySet();

    ChannelPublisher(int port) {
        this.port = port;
        identifiers.add("0");
    }

    /** A publisher per identifier, all at once. */
    void publishConcurrently(Map<String, Integer> messagesByIdentifier) throws Exception {
        ExecutorService publishers = Executors.newFixedThreadPool(messagesByIdentifier.size());
        try {
            List<Callable<Void>> tasks = new ArrayList<>();
            messagesByIdentifier.forEach((identifier, count) -> tasks.add(() -> {
                for (int i = 1; i <= count; i++) {
                    assertThat(publish(identifier, "message " + i)
                                    .get("request")
                                    .asLong())
                            .isEqualTo(i);
                }
                return null;
            }));
            for (Future<Void> done : publishers.invokeAll(tasks)) {
                done.get();
            }
        } finally {
            publishers.shutdownNow();
        }
    }

    /** A message that tells, by what came before it, whether anything did. */
    void publishEnd(String... identifiers) throws Exception {
        for (String identifier : identifiers) {
            publish(identifier, END);
        }
    }

    /** Publishes one message; the answer. */
    JsonNode publish(String identifier, String elements) throws Exception {
        identifiers.add(identifier);
        String message =
                "{\"action\":\"publish\",\"identifier\":\"" + identifier + "\",\"elements\":\"" + elements + "\"}";
        String answer = http.send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/ceiling/channels"))
                                .timeout(PATIENCE)
                                .POST(HttpRequest.BodyPublishers.ofString(message))
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
        return JSON.readTree(answer);
    }

    /** Publishes one message to every channel that was published to before. */
    void publishToAll(String elements) throws Exception {
        for (String identifier : identifiers) {
            publish(identifier, elements);
        }
    }

    /** Posts nothing to that path; the answer. */
    String post(String path) throws Exception {
        return http.send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/ceiling" + path))
                                .timeout(PATIENCE)
                                .POST(HttpRequest.BodyPublishers.noBody())
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
    }
}
