package io.ceiling.rooms;

import io.ceiling.load.report.ChannelCounts;

/**
 * The fate of all messages of one pause, including its warm-up.
 *
 * @param due messages, counted once for each member of their room
 * @param received messages received over all members, including duplicates
 * @param membersGone users who were no longer connected at the end; nothing is due to them, so that they lose nothing
 */
record RoomsDeliveries(long due, ChannelCounts received, long membersGone) {

    /** Returns the number of messages that members of their room never got. */
    public long lost() {
        return Math.max(0, due - (received.messages() - received.duplicates()));
    }
}
