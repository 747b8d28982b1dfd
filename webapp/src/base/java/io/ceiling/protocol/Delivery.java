package io.ceiling.protocol;

import java.util.Optional;
import java.util.function.IntFunction;

/** The way from the publisher to the subscribers of each channel. Thread-safe. */
public interface Delivery {

    /**
     * Numbers a message within its channel and sends it to all subscribers.
     *
     * @param identifier identifier of the channel
     * @param elements returns the payload, given the number of bytes of the rest of the message; called when the message is sent
     * @param published called if the channel has a subscriber, as soon as that is known
     */
    void publish(String identifier, IntFunction<String> elements, Runnable published);

    /** Returns the number of messages whose subscribers are not known yet. */
    default long outstanding() {
        return 0;
    }

    /** Returns the number of deliveries whose client does not read, so that they are not waited for. */
    default long overdue() {
        return 0;
    }

    /** Returns why messages were not taken since the last call, as one line; empty if all were. */
    default Optional<String> failure() {
        return Optional.empty();
    }
}
