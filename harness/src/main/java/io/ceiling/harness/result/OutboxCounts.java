package io.ceiling.harness.result;

import io.ceiling.harness.reading.ChannelGauges;

/**
 * The messages that the server had to send to subscribers in one step.
 *
 * @param due published messages, counted once for each subscriber that had to get them
 * @param dropped due messages that the server dropped because their client did not read
 * @param givenUp number of members that the application closed because more messages waited for them than their outbox
 *     holds
 */
public record OutboxCounts(long due, long dropped, long givenUp) {

    /** Returns the messages between two readings of the server. */
    public static OutboxCounts between(ChannelGauges before, ChannelGauges after) {
        return new OutboxCounts(
                after.messages().due() - before.messages().due(),
                after.messages().dropped() - before.messages().dropped(),
                Math.max(0, after.slowClients() - before.slowClients()));
    }
}
