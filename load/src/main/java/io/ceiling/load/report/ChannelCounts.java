package io.ceiling.load.report;

import java.io.Serializable;

/**
 * What became of the messages of channels, at clients that read.
 *
 * @param messages messages that came, and were right in form
 * @param messageBytes bytes of their JSON texts
 * @param missing numbers of a channel that a client has not seen between two that it has
 * @param duplicates messages whose number had come before, or is more than 64 behind the highest
 * @param outOfOrder messages whose number is lower than one before, and had not come yet
 */
public record ChannelCounts(long messages, long messageBytes, long missing, long duplicates, long outOfOrder)
        implements Serializable {

    private static final long serialVersionUID = 1;

    /** Nothing came. */
    public static final ChannelCounts NONE = new ChannelCounts(0, 0, 0, 0, 0);

    /** Returns the sums. */
    public ChannelCounts plus(ChannelCounts other) {
        return new ChannelCounts(
                messages + other.messages,
                messageBytes + other.messageBytes,
                missing + other.missing,
                duplicates + other.duplicates,
                outOfOrder + other.outOfOrder);
    }

    /** Returns the differences; less may be missing than before, where something came late. */
    public ChannelCounts since(ChannelCounts before) {
        return new ChannelCounts(
                messages - before.messages,
                messageBytes - before.messageBytes,
                missing - before.missing,
                duplicates - before.duplicates,
                outOfOrder - before.outOfOrder);
    }
}
