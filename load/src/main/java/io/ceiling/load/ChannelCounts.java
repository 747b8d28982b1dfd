package io.ceiling.load;

import java.io.Serializable;

/**
 * What became of the messages of channels, since {@link AgentCommands#prepare}; all zero for other workloads. Slow clients are
 * those that the plan tells not to read.
 *
 * @param messages messages that came, and were right in form, of clients that read
 * @param messageBytes bytes of their JSON texts
 * @param missing numbers of a channel that a client has not seen between two that it has
 * @param duplicates messages whose number had come before, or is more than 64 behind the highest
 * @param outOfOrder messages whose number is lower than one before, and had not come yet
 * @param slowClients slow clients that are served and open now
 * @param slowClosed slow clients that the server closed, as far as it can be seen without reading; neither failures nor
 *     closed while held
 */
public record ChannelCounts(
        long messages,
        long messageBytes,
        long missing,
        long duplicates,
        long outOfOrder,
        long slowClients,
        long slowClosed)
        implements Serializable {

    private static final long serialVersionUID = 1;

    /** Nothing came. */
    public static final ChannelCounts NONE = new ChannelCounts(0, 0, 0, 0, 0, 0, 0);
}
