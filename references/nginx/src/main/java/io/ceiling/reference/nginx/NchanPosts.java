package io.ceiling.reference.nginx;

import io.ceiling.protocol.Gauge;
import io.ceiling.protocol.Gauges;
import io.ceiling.protocol.PublishedMessage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Posts messages to nchan, and counts the subscribers that nchan reports. Confined to one thread except for the
 * constructor.
 *
 * <p>nchan does not number messages, so this class does. All messages of a channel use the same connection, each after
 * the answer to the one before, so that they stay in order.
 */
final class NchanPosts implements Runnable {

    // Connections over which messages are posted, each of which takes a descriptor of nginx.
    private static final int CONNECTIONS = 16;

    private static final long STATUS_MILLIS = 200;
    private static final byte[] STATUS_REQUEST =
            "GET %s HTTP/1.1\r\nHost: nchan\r\n\r\n".formatted(NginxConf.STATUS).getBytes(StandardCharsets.US_ASCII);
    private static final int OK = 200;
    private static final int CREATED = 201;
    private static final int ACCEPTED = 202;
    private static final Pattern SUBSCRIBERS_OF_CHANNEL = Pattern.compile("\"subscribers\": (\\d{1,9}),");
    private static final Pattern SUBSCRIBERS = Pattern.compile("(?m)^subscribers: (\\d{1,9})\\s*$");

    private final NchanDelivery delivery;
    private final Selector selector;
    private final Gauges gauges;
    private final List<Lane> lanes = new ArrayList<>();
    private final PersistentConnection status;
    private long askedNanos = System.nanoTime();
    // Number of the last message of each channel.
    private final Map<String, Long> numbers = new HashMap<>();

    NchanPosts(NchanDelivery delivery, Selector selector, Gauges gauges, SocketAddress server) throws IOException {
        this.delivery = delivery;
        this.selector = selector;
        this.gauges = gauges;
        this.status = new PersistentConnection(server, selector);
        status.open();
        for (int i = 0; i < CONNECTIONS; i++) {
            PersistentConnection connection = new PersistentConnection(server, selector);
            connection.open();
            lanes.add(new Lane(connection));
        }
    }

    @Override
    public void run() {
        try {
            while (true) {
                selector.select(NchanPosts::proceed, STATUS_MILLIS);
                for (NchanDelivery.Message message = delivery.next(); message != null; message = delivery.next()) {
                    lanes.get(Math.floorMod(message.identifier().hashCode(), lanes.size()))
                            .waiting
                            .add(message);
                }
                lanes.forEach(Lane::proceed);
                askForStatus();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void proceed(SelectionKey key) {
        if (key.attachment() instanceof PersistentConnection connection) {
            connection.proceed();
        }
    }

    private void askForStatus() {
        long now = System.nanoTime();
        if (status.isIdle() && now - askedNanos > TimeUnit.MILLISECONDS.toNanos(STATUS_MILLIS)) {
            askedNanos = now;
            status.send(ByteBuffer.wrap(STATUS_REQUEST), new StatusAnswer());
        }
    }

    // Sets the gauges of subscribers, each of which has one connection and one channel.
    private final class StatusAnswer implements PersistentConnection.OutcomeListener {

        @Override
        public void onAnswer(int code, String body) {
            Matcher matcher = SUBSCRIBERS.matcher(body);
            if (code == OK && matcher.find()) {
                long subscribers = Long.parseLong(matcher.group(1));
                gauges.set(Gauge.SUBSCRIPTIONS, subscribers);
                gauges.set(Gauge.CHANNEL_CLIENTS, subscribers);
            }
        }

        @Override
        public void onFailure(String reason) {
            // The gauges keep their last values.
        }
    }

    // One connection with the messages that wait for it.
    private final class Lane implements PersistentConnection.OutcomeListener {

        private final PersistentConnection connection;
        private final Deque<NchanDelivery.Message> waiting = new ArrayDeque<>();
        private NchanDelivery.@Nullable Message posted;

        Lane(PersistentConnection connection) {
            this.connection = connection;
        }

        void proceed() {
            while (posted == null && !waiting.isEmpty()) {
                NchanDelivery.Message message = waiting.remove();
                posted = message;
                connection.send(request(message), this);
            }
        }

        private ByteBuffer request(NchanDelivery.Message message) {
            long number = numbers.getOrDefault(message.identifier(), 0L) + 1;
            byte[] body = PublishedMessage.text(
                            number, System.currentTimeMillis(), message.identifier(), message.elements())
                    .getBytes(StandardCharsets.UTF_8);
            // Without a Content-Type nchan sends the message as text.
            byte[] head = ("POST " + NginxConf.PUBLISH + message.identifier()
                            + " HTTP/1.1\r\nHost: nchan\r\nAccept: text/json\r\nContent-Length: " + body.length
                            + "\r\n\r\n")
                    .getBytes(StandardCharsets.US_ASCII);
            return ByteBuffer.allocate(head.length + body.length)
                    .put(head)
                    .put(body)
                    .flip();
        }

        @Override
        public void onAnswer(int code, String body) {
            Matcher matcher = SUBSCRIBERS_OF_CHANNEL.matcher(body);
            if ((code != CREATED && code != ACCEPTED) || !matcher.find()) {
                onFailure("HTTP %d".formatted(code));
                return;
            }
            NchanDelivery.Message message = taken();
            long subscribers = Long.parseLong(matcher.group(1));
            if (subscribers > 0) {
                numbers.merge(message.identifier(), 1L, Long::sum);
                gauges.increment(Gauge.PUBLISHED);
                gauges.add(Gauge.DELIVERIES_DUE, subscribers);
                gauges.add(Gauge.DELIVERIES_WRITTEN, subscribers);
                message.published().run();
            }
            delivery.countAnswer();
        }

        @Override
        public void onFailure(String reason) {
            posted = null;
            delivery.refused(reason);
        }

        private NchanDelivery.Message taken() {
            NchanDelivery.Message message = posted;
            posted = null;
            if (message == null) {
                throw new IllegalStateException("nginx answered a message that was not posted");
            }
            return message;
        }
    }
}
