package io.ceiling.harness.model;

import io.ceiling.load.report.ChannelCounts;
import java.util.List;

/**
 * What became of the messages that the server published in one step.
 *
 * @param received what clients that read got, duplicates included
 * @param times from a message's intended time to its arrival, and from when it was sent, which may be later
 * @param durationNanos from the first message until the last one came, or was given up
 * @param slowClients clients that were told not to read
 * @param agentCores processors that each load agent used, on average
 * @param pauses meanwhile
 */
public record Deliveries(
        PublishedMessages published,
        Outboxes outboxes,
        ChannelCounts received,
        Latencies times,
        long durationNanos,
        long slowClients,
        double agentCores,
        LongestPauses pauses) {

    /**
     * Messages that never came. Where some clients do not read, what is on its way to them cannot be told from what is lost, and
     * only the gaps that the others saw count.
     */
    public long lost() {
        return slowClients > 0
                ? received.missing()
                : Math.max(0, outboxes.due() - outboxes.dropped() - (received.messages() - received.duplicates()));
    }

    /**
     * Returns whether no more than half of the messages were published late. More, and the publisher did not keep its schedule:
     * then these are figures of the publisher, not of the connections.
     */
    public boolean sentInTime() {
        return 2 * published.late() <= published.messages();
    }

    /** Returns whether every message came once, and each in its turn. */
    public boolean isComplete() {
        return lost() == 0 && received.duplicates() == 0 && received.outOfOrder() == 0;
    }

    /** Why the load side may have bent these figures; empty if nothing speaks for that. */
    public List<String> marks() {
        return new Marks()
                .late(published.late(), published.messages())
                .cores("a load agent", agentCores)
                .all();
    }

    /** Messages that came in a second, over all clients. */
    public double receivedPerSecond() {
        return durationNanos <= 0 ? 0 : received.messages() / (durationNanos / 1e9);
    }
}
