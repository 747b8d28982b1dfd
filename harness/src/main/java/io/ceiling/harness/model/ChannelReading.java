package io.ceiling.harness.model;

/**
 * What all load agents together got from channels, since the start of the scenario unless said otherwise.
 *
 * @param missing numbers left out between two messages of one channel
 * @param slowClients open now that were told not to read
 * @param slowClosed of these, closed by the server
 * @param delivery times from a message's intended time to its arrival, of this step
 * @param deliveryMeanNanos of the same
 * @param deliveryService the same from when the message was sent
 * @param longestPauseNanos longest pause of an agent in this step
 */
public record ChannelReading(
        long messages,
        long messageBytes,
        long missing,
        long duplicates,
        long outOfOrder,
        long slowClients,
        long slowClosed,
        ResponseTimes delivery,
        double deliveryMeanNanos,
        ResponseTimes deliveryService,
        long longestPauseNanos) {

    public static final ChannelReading NONE =
            new ChannelReading(0, 0, 0, 0, 0, 0, 0, ResponseTimes.NONE, 0, ResponseTimes.NONE, 0);
}
