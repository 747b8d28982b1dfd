package io.ceiling.reference.nginx;

import io.ceiling.protocol.Delivery;
import io.ceiling.protocol.Gauges;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.channels.Selector;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** The messages to post to nchan, and the number of unanswered posts. Thread-safe. */
final class NchanDelivery implements Delivery {

    /**
     * A message without its number.
     *
     * @param elements returns the payload, given the number of bytes of the rest of the message
     * @param published called once the channel is known to have a subscriber
     */
    record Message(String identifier, IntFunction<String> elements, Runnable published) {}

    private final Selector selector;
    private final Gauges gauges;
    private final Queue<Message> arrived = new ConcurrentLinkedQueue<>();
    private final AtomicLong outstanding = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private final AtomicReference<@Nullable String> lastRefusal = new AtomicReference<>();

    NchanDelivery(Gauges gauges) throws IOException {
        this.selector = Selector.open();
        this.gauges = gauges;
    }

    /** Connects to nginx, and begins to post. */
    void connect(SocketAddress server) throws IOException {
        Thread thread = new Thread(new NchanPosts(this, selector, gauges, server), "ceiling-nchan");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void publish(String identifier, IntFunction<String> elements, Runnable published) {
        outstanding.incrementAndGet();
        arrived.add(new Message(identifier, elements, published));
        selector.wakeup();
    }

    @Override
    public long outstanding() {
        return outstanding.get();
    }

    @Override
    public Optional<String> failure() {
        long messages = refused.getAndSet(0);
        return messages == 0
                ? Optional.empty()
                : Optional.of(
                        "nginx did not take %d messages, the last one: %s".formatted(messages, lastRefusal.get()));
    }

    /** Returns the next message to be posted; null if there is none. */
    @Nullable
    Message next() {
        return arrived.poll();
    }

    /** Counts a message that nchan has answered or refused. */
    void countAnswer() {
        outstanding.decrementAndGet();
    }

    /** Counts a message that nchan has refused. */
    void refused(String reason) {
        lastRefusal.set(reason);
        refused.incrementAndGet();
        countAnswer();
    }
}
