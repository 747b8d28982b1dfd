package io.ceiling.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.function.DoublePredicate;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class RateSearchTest {

    private static final double SECONDS = 2;

    /** Tries rates until the search ends, of a server that answers all of a rate or nothing. */
    private static List<RateSearch.UntimedTrial> search(double first, DoublePredicate answers) {
        List<RateSearch.UntimedTrial> tried = new ArrayList<>();
        OptionalDouble next = RateSearch.UNTIMED.next(first, tried);
        while (next.isPresent()) {
            assertThat(tried).as("tries").hasSizeLessThan(100);
            double rate = next.getAsDouble();
            tried.add(new RateSearch.UntimedTrial(rate, answers.test(rate) ? rate : 0, SECONDS));
            next = RateSearch.UNTIMED.next(first, tried);
        }
        return tried;
    }

    @Property
    void findsTheHighestRateWithinATenth(
            @ForAll @DoubleRange(min = 50, max = 500_000) double most,
            @ForAll @DoubleRange(min = 1, max = 500_000) double first) {
        List<RateSearch.UntimedTrial> tried = search(first, rate -> rate <= most);

        assertThat(RateSearch.highest(tried).orElseThrow()).isLessThanOrEqualTo(most);
        assertThat(RateSearch.lowestFailed(tried).orElseThrow()).isGreaterThan(most);
        assertThat(RateSearch.lowestFailed(tried).orElseThrow()
                        / RateSearch.highest(tried).orElseThrow())
                .isLessThanOrEqualTo(RateSearch.UNTIMED.endRatio());
    }

    @Test
    void oneStallIsNoLimit() {
        List<Double> stalled = new ArrayList<>();

        List<RateSearch.UntimedTrial> tried = search(1000, rate -> {
            boolean first = rate == 4000 && stalled.isEmpty();
            if (first) {
                stalled.add(rate);
            }
            return !first && rate <= 10_000;
        });

        assertThat(stalled).hasSize(1);
        assertThat(RateSearch.highest(tried).orElseThrow()).isBetween(9_000.0, 10_000.0);
    }

    /** The highest rate is the best of many tries: one that was answered by luck is none. */
    @Test
    void theHighestRateIsAnsweredOnceMore() {
        List<Double> lucky = new ArrayList<>();

        List<RateSearch.UntimedTrial> tried = search(1000, rate -> {
            boolean luck = rate == 16_000 && lucky.isEmpty();
            if (luck) {
                lucky.add(rate);
            }
            return luck || rate <= 10_000;
        });

        double highest = RateSearch.highest(tried).orElseThrow();
        assertThat(lucky).hasSize(1);
        assertThat(highest).isBetween(9_000.0, 10_000.0);
        assertThat(tried.stream().filter(one -> one.offeredPerSecond() == highest && one.isAnswered()))
                .hasSizeGreaterThanOrEqualTo(2);
        assertThat(tried.get(tried.size() - 1).offeredPerSecond()).isEqualTo(highest);
    }

    @Test
    void oneStallInTheConfirmationIsNoLimit() {
        List<Double> asked = new ArrayList<>();

        List<RateSearch.UntimedTrial> tried = search(1000, rate -> {
            asked.add(rate);
            boolean second = asked.stream().filter(one -> one == rate).count() == 2;
            return rate <= 1000 && !second;
        });

        assertThat(RateSearch.highest(tried).orElseThrow()).isBetween(900.0, 1000.0);
    }

    /** Answers of a server that is at its limit of 1 000 requests/s vary by 5 %: the best of many tries is above the mean of all. */
    @Test
    void theConfirmedRateIsLessBiasedThanTheBestTry() {
        double best = 0;
        double confirmed = 0;
        for (int seed = 0; seed < 500; seed++) {
            Random random = new Random(seed);
            List<RateSearch.UntimedTrial> tried = new ArrayList<>();
            OptionalDouble next = RateSearch.UNTIMED.next(100, tried);
            while (next.isPresent()) {
                double rate = next.getAsDouble();
                double most = 1000 * (1 + 0.05 * random.nextGaussian());
                tried.add(new RateSearch.UntimedTrial(rate, Math.min(rate, most), 1000));
                next = RateSearch.UNTIMED.next(100, tried);
            }
            best += tried.stream()
                    .filter(RateSearch.UntimedTrial::isAnswered)
                    .mapToDouble(RateSearch.UntimedTrial::offeredPerSecond)
                    .max()
                    .orElseThrow();
            confirmed += RateSearch.highest(tried).orElseThrow();
        }

        assertThat(confirmed).isLessThan(0.99 * best);
    }

    @Test
    void serverThatAnswersNothingHasNoHighestRate() {
        List<RateSearch.UntimedTrial> tried = search(1000, rate -> false);

        assertThat(RateSearch.highest(tried)).isEmpty();
        assertThat(tried).hasSizeBetween(2, 30);
    }

    @Test
    void theRandomnessOfFewRequestsIsNoShortfall() {
        assertThat(new RateSearch.UntimedTrial(10, 8, SECONDS).isAnswered()).isTrue();
        assertThat(new RateSearch.UntimedTrial(10_000, 9_600, SECONDS).isAnswered())
                .isTrue();
        assertThat(new RateSearch.UntimedTrial(10_000, 9_400, SECONDS).isAnswered())
                .isFalse();
    }

    /** Tries rates of a server that answers in time what it can: above its limit a queue grows, and all are late. */
    private static List<RateSearch.TimedTrial> searchInTime(double first, DoublePredicate inTime) {
        List<RateSearch.TimedTrial> tried = new ArrayList<>();
        OptionalDouble next = RateSearch.TIMED.next(first, tried);
        while (next.isPresent()) {
            assertThat(tried).as("tries").hasSizeLessThan(100);
            double rate = next.getAsDouble();
            long due = Math.round(rate * SECONDS);
            tried.add(new RateSearch.TimedTrial(rate, due, inTime.test(rate) ? due : due / 2, due, SECONDS));
            next = RateSearch.TIMED.next(first, tried);
        }
        return tried;
    }

    @Property
    void findsTheHighestRateInTimeWithinTwoHundredthsAndInFewTriesFromNearBy(
            @ForAll @DoubleRange(min = 5_000, max = 50_000) double most,
            @ForAll @DoubleRange(min = 0.5, max = 2) double distance) {
        List<RateSearch.TimedTrial> tried = searchInTime(most * distance, rate -> rate <= most);

        double highest = RateSearch.highest(tried).orElseThrow();
        assertThat(highest).isBetween(most / RateSearch.TIMED.endRatio(), most);
        assertThat(tried.get(tried.size() - 1).offeredPerSecond()).isEqualTo(highest);
        assertThat(tried.stream().filter(one -> one.offeredPerSecond() == highest && one.isAnswered()))
                .hasSizeGreaterThanOrEqualTo(2);
        assertThat(tried).hasSizeLessThanOrEqualTo(24);
        // A connection that is far beyond its limit needs as long again to become idle.
        assertThat(tried).allMatch(one -> one.offeredPerSecond() <= 2 * Math.max(1, distance) * most);
    }

    @Property
    void aRateIsMetIfNinetyNinePercentOfWhatWasDueIsInTimeWheneverItWasSent(
            @ForAll @IntRange(min = 1_000, max = 1_000_000) int due,
            @ForAll @DoubleRange(min = 0, max = 1) double share) {
        long inTime = Math.round(share * due);
        double offered = due / SECONDS;

        assertThat(new RateSearch.TimedTrial(offered, due, inTime, 0, SECONDS).isAnswered())
                .isEqualTo(inTime >= 0.99 * due);
        assertThat(new RateSearch.TimedTrial(offered, due, inTime, due, SECONDS).isAnswered())
                .isEqualTo(inTime >= 0.99 * due);
    }

    @Test
    void whatLostConnectionsWouldHaveAskedIsNotAnswered() {
        assertThat(new RateSearch.TimedTrial(1000, 1_900, 1_900, 0, SECONDS).isAnswered())
                .isTrue();
        assertThat(new RateSearch.TimedTrial(1000, 1_800, 1_800, 0, SECONDS).isAnswered())
                .isFalse();
        assertThat(new RateSearch.TimedTrial(24_000, 47_400, 47_400, 0, SECONDS).isAnswered())
                .isTrue();
        assertThat(new RateSearch.TimedTrial(24_000, 46_800, 46_800, 0, SECONDS).isAnswered())
                .isFalse();
        assertThat(new RateSearch.TimedTrial(1000, 0, 0, 0, SECONDS).isAnswered())
                .isFalse();
    }

    @Test
    void whatWasSentInTimeAndLateIsTheWhole() {
        RateSearch.TimedTrial tried = new RateSearch.TimedTrial(1000, 2_000, 1_990, 500, SECONDS);

        assertThat(tried.inTimePerSecond()).isEqualTo(995);
        assertThat(tried.sentInTimePerSecond()).isEqualTo(750);
        assertThat(tried.sentLatePerSecond()).isEqualTo(250);
    }

    @Test
    void serverThatAnswersNothingInTimeHasNoHighestRate() {
        assertThat(RateSearch.highest(searchInTime(24_000, rate -> false))).isEmpty();
    }
}
