package io.ceiling.harness.model;

import io.ceiling.load.report.ChannelCounts;

/**
 * What became of all messages of one pause, those of its warm-up included.
 *
 * @param due messages, once for each member of their room
 * @param received over all members, duplicates included
 */
public record RoomsDeliveries(long due, ChannelCounts received) {

    /** Messages that members of their room never got. */
    public long lost() {
        return Math.max(0, due - (received.messages() - received.duplicates()));
    }
}
