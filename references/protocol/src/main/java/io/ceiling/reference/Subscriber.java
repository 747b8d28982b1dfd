package io.ceiling.reference;

import io.ceiling.protocol.Gauge;
import io.ceiling.protocol.Gauges;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One connection to {@code /channels}. Thread-safe.
 *
 * <p>A client that does not read is treated as in the web application: at most {@value #OUTBOX} messages wait while one
 * is being written. With one more, all waiting messages are dropped and the client is disconnected.
 */
public final class Subscriber {

    static final int OUTBOX = 64;

    /** The connection to a client, as its platform has it. */
    public interface Connection {

        /**
         * Writes a text message without blocking.
         *
         * @param text message, the same object for all subscribers of a channel
         * @param callback called with true once the message is written to the socket, or with false once it is dropped
         */
        void send(String text, WriteCallback callback);

        /** Ends the connection without waiting for unwritten messages. */
        void disconnect();
    }

    /** Receives the outcome of a write. */
    public interface WriteCallback {
        void done(boolean written);
    }

    private final Connection connection;
    private final Gauges gauges;
    private final AtomicInteger unwritten = new AtomicInteger();
    // Guarded by Channels.
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

    /** Delivers a message of a channel, or drops it. */
    void deliver(String text) {
        if (overrun) {
            gauges.increment(Gauge.DELIVERIES_DROPPED);
            return;
        }
        if (unwritten.incrementAndGet() > OUTBOX + 1) {
            overrun = true;
            gauges.increment(Gauge.DELIVERIES_DROPPED);
            gauges.increment(Gauge.SLOW_CLIENTS);
            // The waiting writes end with the connection, and each then counts as dropped.
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
