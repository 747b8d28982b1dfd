package io.ceiling.reference;

import io.ceiling.protocol.ChannelMessage;
import io.ceiling.protocol.Delivery;
import io.ceiling.protocol.Gauge;
import io.ceiling.protocol.Gauges;
import io.ceiling.protocol.Json;
import io.ceiling.protocol.PublishedMessage;
import io.ceiling.protocol.RefusedException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntFunction;

/**
 * The channels that have a subscriber. Thread-safe; nothing here blocks for a client.
 *
 * <p>One lock keeps the order: a message gets its number and goes to all connections before the next message does.
 */
public final class Channels implements Delivery {

    private final Map<String, Channel> channels = new HashMap<>();
    private final Gauges gauges;

    // The subscribers of one identifier, and the number of its last message.
    private static final class Channel {
        private final List<Subscriber> subscribers = new ArrayList<>(1);
        private long requests;
    }

    /** @param gauges counts messages, deliveries and subscribers */
    public Channels(Gauges gauges) {
        this.gauges = gauges;
    }

    /** Returns the subscriber of a new connection, which the caller passes to {@link #removeSubscriber} in the end. */
    public Subscriber addSubscriber(Subscriber.Connection connection) {
        gauges.increment(Gauge.CHANNEL_CLIENTS);
        return new Subscriber(connection, gauges);
    }

    /** Performs the action that a client asks for in a message, and answers it. */
    public void handleMessage(Subscriber from, String text) {
        try {
            ChannelMessage message = ChannelMessage.parse(text);
            String identifier = message.identifier();
            switch (message.action()) {
                case SUBSCRIBE -> {
                    subscribe(from, identifier);
                    from.answer("{\"subscribed\":" + Json.quote(identifier) + "}");
                }
                case UNSUBSCRIBE -> {
                    unsubscribe(from, identifier);
                    from.answer("{\"unsubscribed\":" + Json.quote(identifier) + "}");
                }
                case PUBLISH -> {
                    String elements = Objects.requireNonNull(message.elements());
                    long ignored = publish(identifier, rest -> elements, System.currentTimeMillis());
                }
            }
        } catch (RefusedException e) {
            from.answer(Json.error(String.valueOf(e.getMessage())));
        }
    }

    private synchronized void subscribe(Subscriber subscriber, String identifier) {
        if (subscriber.identifiers().add(identifier)) {
            Channel channel = channels.get(identifier);
            if (channel == null) {
                channel = new Channel();
                channels.put(identifier, channel);
                gauges.increment(Gauge.CHANNELS);
            }
            channel.subscribers.add(subscriber);
            gauges.increment(Gauge.SUBSCRIPTIONS);
        }
    }

    private synchronized void unsubscribe(Subscriber subscriber, String identifier) {
        if (subscriber.identifiers().remove(identifier)) {
            leave(subscriber, identifier);
        }
    }

    private void leave(Subscriber subscriber, String identifier) {
        Channel channel = channels.get(identifier);
        if (channel != null && channel.subscribers.remove(subscriber)) {
            gauges.decrement(Gauge.SUBSCRIPTIONS);
            if (channel.subscribers.isEmpty()) {
                channels.remove(identifier);
                gauges.decrement(Gauge.CHANNELS);
            }
        }
    }

    /** Removes the subscriber of a connection that has ended. */
    public synchronized void removeSubscriber(Subscriber subscriber) {
        subscriber.identifiers().forEach(identifier -> leave(subscriber, identifier));
        subscriber.identifiers().clear();
        gauges.decrement(Gauge.CHANNEL_CLIENTS);
    }

    @Override
    public void publish(String identifier, IntFunction<String> elements, Runnable published) {
        if (publish(identifier, elements, System.currentTimeMillis()) > 0) {
            published.run();
        }
    }

    /**
     * Sends a message to all subscribers.
     *
     * @param elements returns the payload, given the number of bytes of the rest of the message
     * @param nowMillis time of the message in milliseconds since the epoch
     * @return number of the message within this channel, 1 for the first; 0 if the channel has no subscriber
     */
    synchronized long publish(String identifier, IntFunction<String> elements, long nowMillis) {
        Channel channel = channels.get(identifier);
        if (channel == null) {
            return 0;
        }
        long request = ++channel.requests;
        String text = PublishedMessage.text(request, nowMillis, identifier, elements);
        gauges.increment(Gauge.PUBLISHED);
        gauges.add(Gauge.DELIVERIES_DUE, channel.subscribers.size());
        channel.subscribers.forEach(subscriber -> subscriber.deliver(text));
        return request;
    }
}
