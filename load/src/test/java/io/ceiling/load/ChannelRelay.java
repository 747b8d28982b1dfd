package io.ceiling.load;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What {@link ChannelServer} does with messages that clients publish: numbers, keeps and relays them. Thread-safe. */
public final class ChannelRelay {

    private static final Pattern PUBLISH = Pattern.compile(
            "\\{\"action\":\"publish\",\"identifier\":\"(\\d+)\",\"elements\":\"([0-9a-f]{32}[a-z]*)\"\\}");

    /**
     * A message as it came.
     *
     * @param by identifier that its sender is subscribed to; empty for a POST
     * @param port of the sender
     */
    public record Published(String by, int port, String identifier, String elements, long atNanos) {

        public long intended() {
            return Long.parseUnsignedLong(elements.substring(0, PublishText.STAMP_DIGITS), 16);
        }

        public long sent() {
            return Long.parseUnsignedLong(elements.substring(PublishText.STAMP_DIGITS, PublishText.STAMPS_DIGITS), 16);
        }
    }

    private final Queue<ChannelClient> clients;
    private final Queue<Published> published = new ConcurrentLinkedQueue<>();
    private final Map<String, Long> numbers = new HashMap<>();

    /** @param clients everybody who subscribed so far, read for every message */
    ChannelRelay(Queue<ChannelClient> clients) {
        this.clients = clients;
    }

    /** In the order of their coming. */
    public List<Published> published() {
        return List.copyOf(published);
    }

    /** The message in that text; fails if it is none. */
    static Published parse(String text, String by, int port) throws IOException {
        Matcher matcher = PUBLISH.matcher(text);
        if (!matcher.matches()) {
            throw new IOException("nothing that can be published: " + text);
        }
        return new Published(by, port, matcher.group(1), matcher.group(2), System.nanoTime());
    }

    /** Keeps and relays it; returns its number, 0 if nobody is subscribed. */
    synchronized long publish(Published message) {
        published.add(message);
        long number = 0;
        for (ChannelClient client : clients) {
            if (client.identifier().equals(message.identifier())) {
                if (number == 0) {
                    number = numbers.merge(message.identifier(), 1L, Long::sum);
                }
                try {
                    client.send(Messages.of(message.identifier(), String.valueOf(number), message.elements()));
                } catch (IOException e) {
                    // This one is gone.
                }
            }
        }
        return number;
    }
}
