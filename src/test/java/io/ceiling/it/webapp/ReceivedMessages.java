package io.ceiling.it.webapp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Checks what a client of channels got. */
final class ReceivedMessages {

    static final String END = "the end";

    private static final ObjectMapper JSON = new ObjectMapper();

    private ReceivedMessages() {}

    /** How many messages of each identifier came; each must be the one after the last of its identifier. */
    static Map<String, Integer> receive(ChannelClient client, int count) throws Exception {
        Map<String, Integer> last = new HashMap<>();
        for (int i = 0; i < count; i++) {
            String text = client.next();
            assertThat(text)
                    .as("message %d of %d, after %s", i + 1, count, last)
                    .isNotNull();
            JsonNode message = JSON.readTree(text);
            String identifier = message.path("identifier").asText();
            int expected = last.getOrDefault(identifier, 0) + 1;
            assertThat(message.path("elements").asText()).as(text).isEqualTo("message " + expected);
            assertThat(message.path("request").asInt()).isEqualTo(expected);
            last.put(identifier, expected);
        }
        return last;
    }

    /** So many messages, each the one after the last. */
    static void receiveInOrder(ChannelClient client, long messages) throws Exception {
        long last = -1;
        for (long i = 0; i < messages; i++) {
            long request = JSON.readTree(client.next()).get("request").asLong();
            assertThat(last < 0 || request == last + 1)
                    .as("request %d after %d", request, last)
                    .isTrue();
            last = request;
        }
    }

    /** Channels may overtake each other, messages of one channel may not. */
    static void assertNothingComesBeforeTheEnd(ChannelClient client, String... identifiers) throws Exception {
        List<String> ended = new ArrayList<>();
        for (int i = 0; i < identifiers.length; i++) {
            String text = client.next();
            assertThat(text).as("end of a channel; had %s", ended).isNotNull();
            JsonNode message = JSON.readTree(text);
            assertThat(message.path("elements").asText()).as(text).isEqualTo(END);
            ended.add(message.path("identifier").asText());
        }
        assertThat(ended).containsExactlyInAnyOrder(identifiers);
    }
}
