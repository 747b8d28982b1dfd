package io.ceiling.webapp.channels;

import io.ceiling.protocol.Delivery;
import java.util.function.IntFunction;

/** The way of a published message into the channel of its identifier, if that has a subscriber. */
record ChannelDelivery(Channels channels, Writers writers) implements Delivery {

    @Override
    public void publish(String identifier, IntFunction<String> elements, Runnable published) {
        Channel channel = channels.find(identifier);
        if (channel != null && channel.publish(elements, System.currentTimeMillis()) > 0) {
            published.run();
        }
    }

    @Override
    public long overdue() {
        return writers.overdue();
    }
}
