package io.ceiling.reference;

import io.ceiling.protocol.Gauge;
import io.ceiling.protocol.Gauges;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One connection to {@code /channels}. Thread-safe.
 *
 * <p>It keeps the rule of the web application for a client that does not read: at most {@value #OUTBOX} messages wait for
 * it beside the one that is being written; one more, and all that wait are given up and the client is disconnected.
 */
public final class Subscriber {

    static final int OUTBOX = 64;

    /** The connection to a client, as its platform has it. */
    public interface Connection {

        /**
         * Writes a text message without blocking.
         *
         * @param text message, the same object for all subscribers of a channel
         * @param done called once the platform has written the message to the socket, or given it up: with true or false
         */
        void send(String text, WriteCallback done);

        /** Ends the connection without waiting for what is not written. */
        void disconnect();
    }

    /** Receives the outcome of a write. */
    public interface WriteCallback {
        void done(boolean written);
    }

    private final Connection connection;
    private final Gauges gauges;
    private final AtomicInteger unwritten = new AtomicInteger();
    /** Guarded by {@link Channels}. */
    private final Set<String> identifiers = new HashSet<>(2);

    private volatile boolean overrun;

    Subscriber(Connection connection, Gauges gauges) {
        this.connection = connection;
        this.gauges = gauges;
    }

    Set<String> identifiers() {
        return identifiers;
    }

    /** Sends the answer to a message of this client, which is no delivery. */
    void answer(String text) {
        connection.send(text, written -> {});
    }

    /** Delivers a message of a channel, or gives it up. */
    void deliver(String text) {
        if (overrun) {
            gauges.increment(Gauge.DELIVERIES_DROPPED);
            return;
        }
        if (unwritten.incrementAndGet() > OUTBOX + 1) {
            overrun = true;
            gauges.increment(Gauge.DELIVERIES_DROPPED);
            gauges.increment(Gauge.SLOW_CLIENTS);
            // The writes that wait end with the connection, and each of them counts as given up then.
            connection.disconnect();
            return;
        }
        connection.send(text, this::ended);
    }

    private void ended(boolean written) {
        unwritten.decrementAndGet();
        gauges.increment(written ? Gauge.DELIVERIES_WRITTEN : Gauge.DELIVERIES_DROPPED);
    }
}
