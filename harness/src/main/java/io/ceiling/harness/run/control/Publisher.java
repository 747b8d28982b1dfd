package io.ceiling.harness.run.control;

import io.ceiling.harness.model.ChannelGauges;
import io.ceiling.harness.model.Publishing;

/** A server that publishes to its own channels when told to. */
public interface Publisher {

    /**
     * What it did.
     *
     * @param messages with at least one subscriber
     * @param late more than 1 ms after their intended time
     */
    record Published(long messages, long late, long durationNanos) {}

    /** Opens the connection over which orders go, while the server has a descriptor for it; the first order says if it failed. */
    void connect() throws InterruptedException;

    /**
     * Begins and returns at once.
     *
     * @param identifiers messages go to, drawn at random
     * @throws PublisherException if the server does not take the order
     */
    void start(Publishing publishing, int identifiers, int seed) throws InterruptedException;

    /**
     * Ends it, if it goes on, and tells what was published.
     *
     * @throws PublisherException if the server does not answer
     */
    Published stop() throws InterruptedException;

    /** What the server counts; cheap, and possible while it hangs. */
    ChannelGauges gauges();
}
