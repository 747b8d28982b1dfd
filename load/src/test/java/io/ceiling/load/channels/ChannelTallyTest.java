package io.ceiling.load.channels;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.load.report.ChannelCounts;
import io.ceiling.load.report.ConnectionCounts;
import io.ceiling.load.report.Counts;
import io.ceiling.load.report.PublishCounts;
import org.junit.jupiter.api.Test;

class ChannelTallyTest {

    @Test
    void mergedTalliesAddWhatBecameOfMessages() {
        ChannelTally first = new ChannelTally();
        first.messages = 1;
        first.messageBytes = 20;
        first.missing = 300;
        first.duplicates = 4_000;
        ChannelTally second = new ChannelTally();
        second.messages = 2;
        second.missing = -100;
        second.outOfOrder = 50_000;

        assertThat(first.counts(0).plus(second.counts(0)).channels())
                .isEqualTo(new ChannelCounts(3, 20, 200, 4_000, 50_000));
    }

    @Test
    void mergedTalliesAddWhatBecameOfPublishing() {
        ChannelTally first = new ChannelTally();
        first.published = 20;
        first.publishedLate = 300;
        first.publishAnswered = 4_000;
        ChannelTally second = new ChannelTally();
        second.published = 30;
        second.publishedLate = 400;
        second.publishAnswered = 5_000;

        assertThat(first.counts(1).plus(second.counts(2)).publishing()).isEqualTo(new PublishCounts(3, 50, 700, 9_000));
    }

    @Test
    void countsSlowClientsAmongTheConnections() {
        ChannelTally tally = new ChannelTally();
        tally.slowAlive = 3;
        tally.slowClosed = 20;

        assertThat(tally.counts(0).connections()).isEqualTo(new ConnectionCounts(0, 0, 0, 0, 0, 3, 20));
    }

    @Test
    void aTallyOfNothingCountsNothing() {
        assertThat(new ChannelTally().counts(0)).isEqualTo(Counts.NONE);
    }
}
