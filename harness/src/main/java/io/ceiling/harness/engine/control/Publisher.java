package io.ceiling.harness.engine.control;

import io.ceiling.harness.reading.ChannelGauges;
import io.ceiling.harness.scenario.Publishing;

/** Controls a server that publishes messages to its own channels. */
public interface Publisher {

    /**
     * The messages of one publishing.
     *
     * @param messages messages that had at least one subscriber
     * @param late messages that were published more than 1 ms after their intended time
     * @param durationNanos time for which the server published, in ns
     */
    record PublishedCount(long messages, long late, long durationNanos) {}

    /**
     * Opens the connection for later orders while the server still has a descriptor for it. A failure is not reported
     * here but by the first order.
     */
    void connect() throws InterruptedException;

    /**
     * Makes the server begin to publish, and returns without waiting for the messages.
     *
     * @param publishing rate, size and time of the messages
     * @param identifiers number of identifiers; each message goes to one of them, drawn at random
     * @param seed seed of these draws
     * @throws PublisherException if the server does not accept the order
     */
    void start(Publishing publishing, int identifiers, int seed) throws InterruptedException;

    /**
     * Ends the publishing, if it still goes on, and returns the messages that were published.
     *
     * @throws PublisherException if the server does not answer
     */
    PublishedCount stop() throws InterruptedException;

    /** Returns the server's counters of its channels. Cheap; works even while the server hangs. */
    ChannelGauges gauges();
}
