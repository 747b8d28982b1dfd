package io.ceiling.harness.model;

import io.ceiling.load.report.ChannelCounts;
import io.ceiling.load.report.PublishCounts;

/**
 * What went through rooms in the measured time.
 *
 * @param nanos the measured time
 * @param sent by members
 * @param received over all members
 */
public record RoomsThroughput(long nanos, PublishCounts sent, ChannelCounts received) {

    /** Messages sent in a second. */
    public double sentPerSecond() {
        return perSecond(sent.sent());
    }

    /** Messages that came in a second, over all members. */
    public double deliveredPerSecond() {
        return perSecond(received.messages());
    }

    public double deliveredBytesPerSecond() {
        return perSecond(received.messageBytes());
    }

    private double perSecond(long count) {
        return nanos <= 0 ? 0 : count / (nanos / 1e9);
    }
}
