package io.ceiling.rooms;

import io.ceiling.load.report.ChannelCounts;
import io.ceiling.load.report.PublishCounts;

/**
 * The messages that went through rooms in the measured time.
 *
 * @param nanos measured time, in ns
 * @param sent messages sent by members
 * @param received messages received over all members
 */
record RoomsThroughput(long nanos, PublishCounts sent, ChannelCounts received) {

    public double sentPerSecond() {
        return perSecond(sent.sent());
    }

    /** Returns the messages received per second, over all members. */
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
