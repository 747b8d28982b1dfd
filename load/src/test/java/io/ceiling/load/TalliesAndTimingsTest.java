package io.ceiling.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class TalliesAndTimingsTest {

    @Test
    void mergedTimingsHoldTheValuesOfAll() {
        Timings first = new Timings();
        Timings second = new Timings();
        Timings.record(first.response, 1_000_000);
        Timings.record(second.response, 2_000_000);
        Timings.record(second.connect, 5_000);
        second.delivered(7_000, 6_000);

        Timings all = new Timings();
        all.add(first);
        all.add(second);

        assertThat(all.response.getTotalCount()).isEqualTo(2);
        assertThat(all.response.getMaxValue()).isBetween(2_000_000L, 2_003_000L);
        assertThat(all.connect.getTotalCount()).isEqualTo(1);
        assertThat(all.service.getTotalCount()).isZero();
        assertThat(Histograms.decode(all.encoded().delivery()).getTotalCount()).isEqualTo(1);
        assertThat(Histograms.decode(all.encoded().deliveryService()).getTotalCount())
                .isEqualTo(1);
    }

    @Test
    void valuesOutsideTheRangeAreClampedAndNotLost() {
        Timings timings = new Timings();
        Timings.record(timings.connect, -5);
        Timings.record(timings.connect, Long.MAX_VALUE);

        assertThat(timings.connect.getTotalCount()).isEqualTo(2);
    }

    @Test
    void encodedHistogramsMergeToTheSameCounts() {
        Histogram first = Histograms.empty();
        Histogram second = Histograms.empty();
        for (int i = 1; i <= 1_000; i++) {
            first.recordValue(i * 10_000L);
            second.recordValue((i + 10) * 1_000_000L);
        }

        Histogram merged = Histograms.merge(List.of(Histograms.encode(first), Histograms.encode(second)));

        assertThat(merged.getTotalCount()).isEqualTo(2_000);
        assertThat(merged.getValueAtPercentile(50)).isEqualTo(first.getValueAtPercentile(100));
        assertThat(merged.getMaxValue()).isEqualTo(second.getMaxValue());
        assertThat(Histograms.merge(List.of()).getTotalCount()).isZero();
    }

    @Test
    void refusesTextThatIsNoHistogram() {
        assertThatThrownBy(() -> Histograms.decode("bm90IG9uZQ=="))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not an encoded histogram");
    }

    @Test
    void mergedTalliesAddCountsAndKeepTheFirstTextAndTheExtremeAges() {
        Tally first = new Tally();
        first.failed(FailureCause.WRONG_ANSWER, "one");
        first.closedWhileHeld(30);
        first.beginExchanges(10);
        first.exchangesAnswered = 4;
        first.exchangesLost = 1;
        Tally second = new Tally();
        second.failed(FailureCause.WRONG_ANSWER, "two");
        second.failed(FailureCause.OTHER, "x".repeat(1_000));
        second.closedWhileHeld(10);
        second.closedWhileHeld(20);

        Counts all = first.counts().plus(second.counts());

        assertThat(all.failures().counts())
                .containsEntry(FailureCause.WRONG_ANSWER, 2L)
                .containsEntry(FailureCause.OTHER, 1L);
        assertThat(all.failures().firstTexts()).containsEntry(FailureCause.WRONG_ANSWER, "one");
        assertThat(all.failures().firstTexts().get(FailureCause.OTHER)).hasSizeLessThan(310);
        assertThat(all.closedAges().youngestNanos()).isEqualTo(10);
        assertThat(all.closedAges().oldestNanos()).isEqualTo(30);
        assertThat(all.exchanges().pending()).isEqualTo(5);
        assertThat(all.channels()).isEqualTo(ChannelCounts.NONE);
    }

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
    void aNewPhaseOfMessagesForgetsDeliveriesAlone() {
        Timings timings = new Timings();
        timings.delivered(1_000_000, 1_000_000);
        Timings.record(timings.connect, 1_000_000);
        Timings.record(timings.response, 1_000_000);

        timings.forgetDeliveries();

        assertThat(timings.delivery.getTotalCount()).isZero();
        assertThat(timings.deliveryService.getTotalCount()).isZero();
        assertThat(timings.connect.getTotalCount()).isEqualTo(1);
        assertThat(timings.response.getTotalCount()).isEqualTo(1);
    }

    @Test
    void aTallyOfNothingCountsNothing() {
        assertThat(new Tally().counts()).isEqualTo(Counts.NONE);
        assertThat(new ChannelTally().counts(0)).isEqualTo(Counts.NONE);
    }
}
