package io.ceiling.jmh.client;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Many subscribers of one channel and its publisher, all in the calling thread: one selector, the load agent's own
 * parsers, and no hand-over between threads. Not thread-safe.
 */
public final class Subscribers implements Closeable {

    /** Identifier of the channel of every benchmark. */
    public static final int IDENTIFIER = 74;

    // Maximum number of upgrades at the same time.
    private static final int MAX_CONCURRENT_UPGRADES = 64;

    private static final long TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(20);

    private final Selector selector;
    private final Reader.Buffer buffer = new Reader.Buffer();
    private final List<Subscriber> subscribers = new ArrayList<>();
    private final PublishingClient publisher;
    // A field, because a method reference would be allocated in every operation.
    private final Consumer<SelectionKey> receiver = this::receive;

    private long message;
    private int waitingSubscribers;

    private Subscribers(Selector selector, PublishingClient publisher) {
        this.selector = selector;
        this.publisher = publisher;
    }

    /**
     * Connects and subscribes {@code count} subscribers; blocks until the server has confirmed each.
     *
     * @throws IOException if one cannot be connected or gets an unexpected answer
     */
    public static Subscribers connect(int port, int count) throws IOException {
        SocketChannel publisher = Loopback.connect(port);
        Selector selector = Selector.open();
        Subscribers clients = new Subscribers(selector, new PublishingClient(publisher));
        boolean connected = false;
        try {
            while (clients.subscribers.size() < count) {
                clients.connectBatch(port, Math.min(MAX_CONCURRENT_UPGRADES, count - clients.subscribers.size()));
            }
            for (Subscriber subscriber : clients.subscribers) {
                register(selector, subscriber.channel(), subscriber);
            }
            register(selector, clients.publisher.channel(), clients.publisher);
            connected = true;
            return clients;
        } finally {
            if (!connected) {
                clients.close();
            }
        }
    }

    private void connectBatch(int port, int count) throws IOException {
        int from = subscribers.size();
        for (int i = 0; i < count; i++) {
            Subscriber subscriber = new Subscriber(Loopback.connect(port), subscribers.size());
            subscribers.add(subscriber);
            subscriber.requestUpgrade();
        }
        List<Subscriber> batch = subscribers.subList(from, from + count);
        for (Subscriber subscriber : batch) {
            subscriber.subscribe(buffer);
        }
        for (Subscriber subscriber : batch) {
            subscriber.awaitSubscription(buffer);
        }
    }

    private static void register(Selector selector, SocketChannel channel, Object owner) throws IOException {
        channel.configureBlocking(false);
        channel.register(selector, SelectionKey.OP_READ, owner);
    }

    /**
     * Publishes one message and blocks until every subscriber has received it and the publisher has its answer.
     *
     * @return number of subscribers that received it
     * @throws IOException if one does not receive it within 20 s
     */
    public int publishAndAwaitAll() throws IOException {
        message++;
        waitingSubscribers = subscribers.size();
        publisher.publish();
        long start = System.nanoTime();
        while (waitingSubscribers > 0 || !publisher.isAnswered()) {
            int ready = selector.select(receiver, TimeUnit.NANOSECONDS.toMillis(TIMEOUT_NANOS));
            if (ready == 0 && System.nanoTime() - start >= TIMEOUT_NANOS) {
                throw new IOException("message %d: %d of %d subscribers wait for it after %d s, %s"
                        .formatted(
                                message,
                                waitingSubscribers,
                                subscribers.size(),
                                TimeUnit.NANOSECONDS.toSeconds(TIMEOUT_NANOS),
                                publisher.isAnswered() ? "published" : "not published"));
            }
        }
        return subscribers.size();
    }

    private void receive(SelectionKey key) {
        try {
            if (key.attachment() instanceof Subscriber subscriber) {
                waitingSubscribers -= subscriber.receive(buffer, message);
            } else {
                publisher.receive(buffer);
            }
        } catch (IOException e) {
            throw new IllegalStateException("message %d: %s".formatted(message, e.getMessage()), e);
        }
    }

    @Override
    public void close() throws IOException {
        for (Subscriber subscriber : subscribers) {
            subscriber.close();
        }
        publisher.close();
        selector.close();
    }
}
