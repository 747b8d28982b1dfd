package io.ceiling.harness.model;

/**
 * What the server had to send to the subscribers of what it published, in one step.
 *
 * @param due messages, once for each subscriber that had to get it
 * @param dropped of these, given up by the server because their client did not read
 * @param givenUp members that the application closed because more messages waited for them than its outbox holds
 */
public record Outboxes(long due, long dropped, long givenUp) {

    /** Returns what came between two readings of the server. */
    public static Outboxes between(ChannelGauges before, ChannelGauges after) {
        return new Outboxes(
                after.messages().due() - before.messages().due(),
                after.messages().dropped() - before.messages().dropped(),
                Math.max(0, after.slowClients() - before.slowClients()));
    }
}
