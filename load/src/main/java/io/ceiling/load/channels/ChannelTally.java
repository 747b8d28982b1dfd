package io.ceiling.load.channels;

import io.ceiling.load.report.AgeRange;
import io.ceiling.load.report.ByteCounts;
import io.ceiling.load.report.ChannelCounts;
import io.ceiling.load.report.ConnectionCounts;
import io.ceiling.load.report.Counts;
import io.ceiling.load.report.ExchangeCounts;
import io.ceiling.load.report.Failures;
import io.ceiling.load.report.PublishCounts;

/**
 * The counts of one event loop about channels and about publishing. {@link ChannelCounts}, {@link PublishCounts} and
 * {@link ConnectionCounts} define each count. Confined to the thread of its event loop.
 */
final class ChannelTally {

    long messages;
    long messageBytes;
    long missing;
    long duplicates;
    long outOfOrder;

    /** Clients that are served, open and read. */
    long readers;

    long slowAlive;
    long slowClosed;

    long published;
    long publishedLate;
    long publishAnswered;

    /** @param dueMessages number of messages whose intended time has come */
    Counts counts(long dueMessages) {
        return new Counts(
                new ConnectionCounts(0, 0, 0, 0, 0, slowAlive, slowClosed),
                Failures.NONE,
                AgeRange.NONE,
                ExchangeCounts.NONE,
                ByteCounts.NONE,
                new ChannelCounts(messages, messageBytes, missing, duplicates, outOfOrder),
                new PublishCounts(dueMessages, published, publishedLate, publishAnswered));
    }
}
