package io.ceiling.webapp.channels;

import io.ceiling.protocol.ChannelMessage;
import io.ceiling.protocol.Json;
import io.ceiling.protocol.PublishRate;
import io.ceiling.protocol.RefusedException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Performs the actions that clients request in their messages. Thread-safe; publishing blocks while a subscriber's
 * socket accepts no more bytes.
 */
final class ChannelActions {

    private final Channels channels;
    private final Subscribers subscribers;
    private final PublishRate rate;

    ChannelActions(Channels channels, Subscribers subscribers, PublishRate rate) {
        this.channels = channels;
        this.subscribers = subscribers;
        this.rate = rate;
    }

    /**
     * Performs the action of a message and returns the answer.
     *
     * @return null after publishing, since a publisher over WebSocket only gets the message itself, if it is subscribed
     * @throws RefusedException if a cap is reached
     */
    @Nullable
    String perform(ChannelMessage message, String client) throws RefusedException {
        return switch (message.action()) {
            case SUBSCRIBE -> {
                boolean ignored = subscribers.subscribe(client, message.identifier());
                yield subscribed(message.identifier());
            }
            case UNSUBSCRIBE -> {
                subscribers.unsubscribe(client, message.identifier());
                yield "{\"unsubscribed\":" + Json.quote(message.identifier()) + "}";
            }
            case PUBLISH -> {
                long ignored = publish(message);
                yield null;
            }
        };
    }

    static String subscribed(String identifier) {
        return "{\"subscribed\":" + Json.quote(identifier) + "}";
    }

    /**
     * Publishes a message and returns its number within its channel; 0 if the channel has no subscriber.
     *
     * @throws RefusedException if clients publish more messages a second than allowed
     */
    long publish(ChannelMessage message) throws RefusedException {
        if (!rate.admits(System.nanoTime())) {
            throw new RefusedException(
                    RefusedException.UNAVAILABLE,
                    "clients may publish %d messages a second together, these are more. Hint: raise ceiling.publish.per-second"
                            .formatted(rate.perSecond()));
        }
        Channel channel = channels.find(message.identifier());
        return channel == null
                ? 0
                : channel.publish(Objects.requireNonNull(message.elements()), System.currentTimeMillis());
    }
}
