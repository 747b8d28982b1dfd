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
 * The counts of one event loop about channels and about what is published to them, changed by its thread alone; {@link ChannelCounts},
 * {@link PublishCounts} and {@link ConnectionCounts} say what each means.
 */
final class ChannelTally {

    long messages;
    long messageBytes;
    long missing;
    long duplicates;
    long outOfOrder;

    /** Clients that are served, open and read. */
    long reading;

    long slowAlive;
    long slowClosed;

    long published;
    long publishedLate;
    long publishAnswered;

    /** @param publishAsked messages that were to be published by now */
    Counts counts(long publishAsked) {
        return new Counts(
                ConnectionCounts.ofSlow(slowAlive, slowClosed),
                Failures.NONE,
                AgeRange.NONE,
                ExchangeCounts.NONE,
                ByteCounts.NONE,
                new ChannelCounts(messages, messageBytes, missing, duplicates, outOfOrder),
                new PublishCounts(publishAsked, published, publishedLate, publishAnswered));
    }
}
