package io.ceiling.harness.result;

import io.ceiling.harness.reading.Latencies;
import io.ceiling.harness.reading.LongestPauses;
import io.ceiling.load.report.ChannelCounts;
import java.util.List;

/**
 * The fate of the messages that the server published in one step.
 *
 * @param published published messages
 * @param outboxes messages that the server had to send to subscribers
 * @param received messages received by clients that read, including duplicates
 * @param times delivery times from a message's intended time, and from its actual send, which may be later
 * @param durationNanos time from the first message until the last one arrived or was given up, in ns
 * @param slowClients number of clients that were configured not to read
 * @param coresPerAgent processors that each load agent used, on average
 * @param pauses longest pauses meanwhile
 */
public record Deliveries(
        PublishedMessages published,
        OutboxCounts outboxes,
        ChannelCounts received,
        Latencies times,
        long durationNanos,
        long slowClients,
        double coresPerAgent,
        LongestPauses pauses) {

    /**
     * Returns the number of messages that never arrived. If some clients do not read, messages on their way to them
     * cannot be distinguished from lost ones, and only gaps that the other clients saw count.
     */
    public long lost() {
        return slowClients > 0
                ? received.missing()
                : Math.max(0, outboxes.due() - outboxes.dropped() - (received.messages() - received.duplicates()));
    }

    /**
     * Returns true if at most half of the messages were published late. Otherwise the publisher did not keep its
     * schedule, and the figures describe the publisher rather than the connections.
     */
    public boolean sentInTime() {
        return 2 * published.late() <= published.messages();
    }

    /** Returns true if every message arrived exactly once and in order. */
    public boolean isComplete() {
        return lost() == 0 && received.duplicates() == 0 && received.outOfOrder() == 0;
    }

    /** Returns the reasons why the load side may have distorted these figures; empty if there are none. */
    public List<String> marks() {
        return new Doubts()
                .addLateShare(published.late(), published.messages())
                .addBusyProcess("a load agent", coresPerAgent)
                .marks();
    }

    /** Returns the messages received per second, over all clients. */
    public double receivedPerSecond() {
        return durationNanos <= 0 ? 0 : received.messages() / (durationNanos / 1e9);
    }
}
