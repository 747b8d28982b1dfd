package io.ceiling.harness.model;

import java.util.List;

/**
 * What became of the messages that the server published in one step.
 *
 * @param offeredPerSecond intended rate; 0 for without pause
 * @param published messages with at least one subscriber
 * @param publishedLate of these, more than 1 ms after their intended time
 * @param publishNanos how long the server published
 * @param durationNanos from the first message until the last one came, or was given up
 * @param due once for each subscriber that had to get a message
 * @param dropped of these, given up by the server because their client did not read
 * @param received right messages, duplicates included
 * @param receivedBytes of their texts
 * @param missing numbers that clients found left out between two messages
 * @param times from a message's intended time to its arrival
 * @param meanNanos of the same
 * @param serviceTimes the same from when a message was sent, which may be later than it was meant to be
 * @param agentCores processors that each load agent used, on average
 * @param slowClients clients that were told not to read
 * @param serverPauseNanos longest pause of the server process meanwhile; -1 if not seen
 * @param agentPauseNanos longest pause of a load agent meanwhile
 * @param givenUp members that the application closed because more messages waited for them than its outbox holds
 */
public record Deliveries(
        int offeredPerSecond,
        long published,
        long publishedLate,
        long publishNanos,
        long durationNanos,
        long due,
        long dropped,
        long received,
        long receivedBytes,
        long missing,
        long duplicates,
        long outOfOrder,
        ResponseTimes times,
        double meanNanos,
        ResponseTimes serviceTimes,
        double agentCores,
        long slowClients,
        long serverPauseNanos,
        long agentPauseNanos,
        long givenUp) {

    /**
     * Messages that never came. Where some clients do not read, what is on its way to them cannot be told from what is lost, and
     * only the gaps that the others saw count.
     */
    public long lost() {
        return slowClients > 0 ? missing : Math.max(0, due - dropped - (received - duplicates));
    }

    /**
     * Returns whether no more than half of the messages were published late. More, and the publisher did not keep its schedule:
     * then these are figures of the publisher, not of the connections.
     */
    public boolean sentInTime() {
        return 2 * publishedLate <= published;
    }

    /** Why the load side may have bent these figures; empty if nothing speaks for that. */
    public List<String> marks() {
        return new Marks()
                .late(publishedLate, published)
                .cores("a load agent", agentCores)
                .all();
    }

    /** Messages published in a second. */
    public double publishedPerSecond() {
        return publishNanos <= 0 ? 0 : published / (publishNanos / 1e9);
    }

    /** Messages that came in a second, over all clients. */
    public double receivedPerSecond() {
        return durationNanos <= 0 ? 0 : received / (durationNanos / 1e9);
    }
}
