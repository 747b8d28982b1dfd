package io.ceiling.load.report;

/**
 * Counts of the messages of channels, and of subscriptions over STOMP, at clients that read.
 *
 * @param messages number of messages received in the right form
 * @param messageBytes bytes of their JSON texts
 * @param missing message numbers of a channel that a client has not received, between two that it has
 * @param duplicates messages whose number was received before, or is more than 64 behind the highest
 * @param outOfOrder messages whose number is lower than an earlier one and was not received before
 */
public record ChannelCounts(long messages, long messageBytes, long missing, long duplicates, long outOfOrder) {

    public static final ChannelCounts NONE = new ChannelCounts(0, 0, 0, 0, 0);

    public ChannelCounts plus(ChannelCounts other) {
        return new ChannelCounts(
                messages + other.messages,
                messageBytes + other.messageBytes,
                missing + other.missing,
                duplicates + other.duplicates,
                outOfOrder + other.outOfOrder);
    }

    /** Returns the differences. The one of {@code missing} may be negative, if a message arrived late. */
    public ChannelCounts since(ChannelCounts before) {
        return new ChannelCounts(
                messages - before.messages,
                messageBytes - before.messageBytes,
                missing - before.missing,
                duplicates - before.duplicates,
                outOfOrder - before.outOfOrder);
    }
}
