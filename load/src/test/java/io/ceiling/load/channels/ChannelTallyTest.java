package io.ceiling.load.channels;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.load.report.ChannelCounts;
import io.ceiling.load.report.ConnectionCounts;
import io.ceiling.load.report.Counts;
import io.ceiling.load.report.PublishCounts;
import org.junit.jupiter.api.Test;

class ChannelTallyTest {

    @Test
    void everyCountIsInItsPlace() {
        ChannelTally tally = new ChannelTally();
        tally.messages = 1;
        tally.messageBytes = 20;
        tally.missing = 300;
        tally.duplicates = 4_000;
        tally.outOfOrder = 50_000;
        tally.published = 21;
        tally.publishedLate = 301;
        tally.publishAnswered = 4_001;
        tally.slowAlive = 3;
        tally.slowClosed = 30;

        Counts counts = tally.counts(2);

        assertThat(counts.channels()).isEqualTo(new ChannelCounts(1, 20, 300, 4_000, 50_000));
        assertThat(counts.publishing()).isEqualTo(new PublishCounts(2, 21, 301, 4_001));
        assertThat(counts.connections()).isEqualTo(new ConnectionCounts(0, 0, 0, 0, 0, 3, 30));
    }

    @Test
    void aTallyOfNothingCountsNothing() {
        assertThat(new ChannelTally().counts(0)).isEqualTo(Counts.NONE);
    }
}
