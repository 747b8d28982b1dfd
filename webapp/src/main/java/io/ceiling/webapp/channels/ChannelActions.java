package io.ceiling.webapp.channels;

import io.ceiling.webapp.Json;
import io.ceiling.webapp.RefusedException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Does what a client's message asks for. Thread-safe; publishing blocks while a subscriber's socket takes no more. */
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
     * Does it and returns the answer.
     *
     * @return null after publishing, since a publisher over WebSocket is answered by its own subscription, if at all
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

    /** The number of the message within its channel; 0 if it has no subscriber. */
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
