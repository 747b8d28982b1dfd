package io.ceiling.load.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.load.report.ByteCounts;
import io.ceiling.load.report.ChannelCounts;
import io.ceiling.load.report.Counts;
import io.ceiling.load.report.FailureCause;
import io.ceiling.load.report.Histograms;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TalliesAndTimingsTest {

    @Test
    void mergedTimingsHoldTheValuesOfAll() {
        Timings first = new Timings();
        Timings second = new Timings();
        Timings.record(first.response, 1_000_000);
        Timings.record(second.response, 2_000_000);
        Timings.record(second.connect, 5_000);
        second.recordDelivery(7_000, 6_000);

        Timings all = new Timings();
        all.add(first);
        all.add(second);

        assertThat(all.response.getTotalCount()).isEqualTo(2);
        assertThat(all.response.getMaxValue()).isBetween(2_000_000L, 2_003_000L);
        assertThat(all.connect.getTotalCount()).isEqualTo(1);
        assertThat(all.service.getTotalCount()).isZero();
        assertThat(Histograms.decode(all.encode().delivery()).getTotalCount()).isEqualTo(1);
        assertThat(Histograms.decode(all.encode().deliveryService()).getTotalCount())
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
    void answersThatAreTwiceAsLongAsTheFirstOrHalfAsLongAreCounted() {
        Tally tally = new Tally();
        IntStream.of(200, 130, 135, 0, 399, 400, 264).forEach(tally::countBody);
        Tally small = new Tally();
        IntStream.of(2, 60, 0, 67).forEach(small::countBody);

        assertThat(tally.counts(0).bytes()).isEqualTo(new ByteCounts(0, 0, 7, 1_528, 2));
        assertThat(small.counts(0).bytes().deviatingAnswers()).isEqualTo(1);
    }

    @Test
    void mergedTalliesAddCountsAndKeepTheFirstTextAndTheExtremeAges() {
        Tally first = new Tally();
        first.countFailure(FailureCause.WRONG_ANSWER, "one", 1_000);
        first.countHeldClose(30);
        first.beginExchanges(10);
        first.exchangesAnswered = 4;
        first.exchangesLost = 1;
        Tally second = new Tally();
        second.countFailure(FailureCause.WRONG_ANSWER, "two", 1_000);
        second.countFailure(FailureCause.OTHER, "x".repeat(1_000), 1_000);
        second.countHeldClose(10);
        second.countHeldClose(20);

        Counts all = first.counts(0).plus(second.counts(0));

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
    void aTallyOfNothingCountsNothing() {
        assertThat(new Tally().counts(0)).isEqualTo(Counts.NONE);
    }
}
