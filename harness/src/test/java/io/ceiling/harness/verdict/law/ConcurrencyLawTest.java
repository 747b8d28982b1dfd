package io.ceiling.harness.verdict.law;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.container.Limit;
import io.ceiling.harness.reading.BusiestThread;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.result.law.Diagnosis;
import io.ceiling.harness.result.law.LoadLevel;
import io.ceiling.harness.result.law.ServiceTime;
import io.ceiling.harness.result.law.ThreadsByPlace;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConcurrencyLawTest {

    /** A diagnosis of levels of 40 and 60 in flight, of single requests of half a second. */
    private static Diagnosis of(LoadLevel... levels) {
        return new Diagnosis(
                Optional.of(new ServiceTime(Collections.nCopies(10, 500_000_000L))),
                List.of(levels),
                ThreadsByPlace.notSeen(""),
                "");
    }

    private static LoadLevel level(int offered, double perSecond, double serverUsed) {
        return new LoadLevel(
                offered,
                new LoadLevel.AnswerRate(perSecond, 0.02),
                LoadLevel.FailedRequests.NONE,
                new LoadLevel.ProcessorsUsed(OptionalDouble.of(serverUsed), 2, OptionalDouble.of(0.1)),
                ThreadsByPlace.notSeen(""));
    }

    /** Answers of the lower level vary by so much that fewer ones at the higher level show no collapse. */
    @ParameterizedTest
    @CsvSource({"1.1", "1.3", "1.5"})
    void aFullProcessorWithoutAnAnswerIsNoNumber(double spread) {
        LoadLevel lower = level(40, 20, 1);
        Diagnosis diagnosis = of(
                new LoadLevel(
                        40,
                        new LoadLevel.AnswerRate(20, spread),
                        lower.failedRequests(),
                        lower.processors(),
                        lower.threadsByPlace()),
                level(60, 0, 2));

        assertThat(ConcurrencyLaw.of(diagnosis))
                .isInstanceOfSatisfying(
                        Law.Undecided.class, law -> assertThat(law.why()).contains("60 in flight"));
    }

    @Property(tries = 300)
    void findsThePlacesOfAPoolWithinFivePercentAndWithinItsInterval(
            @ForAll @IntRange(min = 1, max = 200) int places,
            @ForAll @DoubleRange(min = 0.03, max = 1.5) double seconds,
            @ForAll @DoubleRange(max = 0.05) double spread,
            @ForAll @IntRange(min = 1, max = 4) int rounds,
            @ForAll @LongRange(max = Long.MAX_VALUE) long seed) {
        Diagnosis diagnosis = new SimulatedPool(places, seconds, spread, new Random(seed)).diagnosis(places * rounds);

        Law law = ConcurrencyLaw.of(diagnosis);

        assertThat(law).isInstanceOf(Law.Limit.class);
        Law.Limit limit = (Law.Limit) law;
        assertThat(limit.served()).isBetween(places * 0.95, places * 1.05);
        assertThat(Math.abs(limit.served() - places)).isLessThanOrEqualTo(limit.halfWidth() + 0.02 * places);
        assertThat(limit.fits(places)).isTrue();
    }

    /** An answer in two packets, of which the second waits 40 ms for an acknowledgement; or work before a place and after it. */
    @ParameterizedTest
    @CsvSource({"10, 0.2, 0.04, 0.3", "10, 0.4, 0.08, 0.3", "3, 0.15, 0.04, 10", "47, 0.3, 0.04, 0.5", "10, 0.2, 0, 0.3"
    })
    void whatARequestDoesWithoutAPlaceTakesNone(int places, double seconds, double outside, double patience) {
        Law law = ConcurrencyLaw.of(
                new SimulatedPool(places, seconds, 0.01, outside, patience, new Random(7)).diagnosis(places));

        assertThat(law).isInstanceOfSatisfying(Law.Limit.class, limit -> assertThat(limit.rounded())
                .isEqualTo(places));
    }

    @Test
    void roundsThatDifferAreNotCounted() {
        LoadLevel.Bursts few = new LoadLevel.Bursts(OptionalLong.of(8), OptionalLong.of(10));
        LoadLevel.Bursts more = new LoadLevel.Bursts(OptionalLong.of(10), OptionalLong.of(10));

        assertThat(ConcurrencyLaw.of(
                        of(level(40, 20, 0.1).with(few), level(60, 20, 0.1).with(more))))
                .isInstanceOfSatisfying(
                        Law.Limit.class, limit -> assertThat(limit.shape()).isEqualTo(Law.Shape.NOT_SEEN));
    }

    /** The mean of ten times that differ is wrong by a quarter at times, and the interval says so. */
    @Test
    void theIntervalHasThePlacesInNineteenOfTwentyCasesWhereTimesDifferWidely() {
        int limits = 0;
        int covered = 0;
        for (int seed = 0; seed < 1_000; seed++) {
            int places = 1 + seed % 60;
            Law law = ConcurrencyLaw.of(new SimulatedPool(places, 0.3, 0.6, new Random(seed)).diagnosis(2 * places));
            if (law instanceof Law.Limit limit) {
                limits++;
                covered += Math.abs(limit.served() - places) <= limit.halfWidth() ? 1 : 0;
            }
        }

        assertThat(limits).isGreaterThan(700);
        assertThat((double) covered / limits).isGreaterThan(0.93);
    }

    @Property(tries = 100)
    void noLimitIsFoundWhereAllAreServedAtOnce(
            @ForAll @IntRange(min = 1, max = 500) int ceiling, @ForAll @LongRange(max = Long.MAX_VALUE) long seed) {
        Law law = ConcurrencyLaw.of(new SimulatedPool(10_000, 0.3, 0.02, new Random(seed)).diagnosis(ceiling));

        assertThat(law).isInstanceOf(Law.Growth.class);
    }

    @Test
    void fewerAnswersOfMoreRequestsAreAnOverload() {
        Law law = ConcurrencyLaw.of(of(level(40, 60, 0.5), level(60, 30, 0.5)));

        assertThat(law).isEqualTo(new Law.Collapse(60, 30));
    }

    @Test
    void requestsThatComputeShareProcessorsAndNoLimitOfTheirOwn() {
        Law law = ConcurrencyLaw.of(of(level(40, 4, 1.9), level(60, 4, 1.9)));

        assertThat(law).isEqualTo(new Law.CpuBound(2, 1.9, 2, ""));
    }

    @Test
    void oneThreadThatComputesIsAProcessorAndOneThatSleepsIsALimit() {
        assertThat(ConcurrencyLaw.of(of(level(40, 2, 0.98), level(60, 2, 0.98))))
                .isInstanceOf(Law.CpuBound.class);
        assertThat(ConcurrencyLaw.of(of(level(40, 2, 0.05), level(60, 2, 0.05))))
                .isInstanceOf(Law.Limit.class);
    }

    /** A thread that answers 429 to most of what comes is full, but not of the few that it serves. */
    @Test
    void aServerThatRefusesMostIsNotShortOfWhatItRefusesWith() {
        assertThat(ConcurrencyLaw.of(of(refusing(40, 900), refusing(60, 1_400))))
                .isInstanceOf(Law.Limit.class);
        assertThat(ConcurrencyLaw.of(of(refusing(40, 3), refusing(60, 4)))).isInstanceOf(Law.CpuBound.class);
    }

    private static LoadLevel refusing(int offered, double refusedPerSecond) {
        LoadLevel full = level(offered, 30, 1.9);
        return new LoadLevel(
                offered,
                full.answerRate(),
                new LoadLevel.FailedRequests(9_000, "9000 x 429", refusedPerSecond, true),
                full.processors(),
                full.threadsByPlace());
    }

    @Test
    void processorsThatManyShareAreShortOnlyIfTheyAreFull() {
        assertThat(ConcurrencyLaw.of(of(level(40, 23, 1.4), level(60, 23, 1.4))))
                .isInstanceOf(Law.Limit.class);
        assertThat(ConcurrencyLaw.of(of(level(40, 23, 1.8), level(60, 23, 1.8))))
                .isInstanceOf(Law.CpuBound.class);
    }

    /** A single request took longer on a full host, which makes 2.8 of two that compute. */
    @Test
    void processorsThatTheServerSharesWithOthersAreShortWhereTheHostIsFull() {
        assertThat(ConcurrencyLaw.of(of(onHost(0.99, 5.6, 1.6), onHost(0.99, 5.6, 1.6))))
                .isInstanceOf(Law.CpuBound.class);
        assertThat(ConcurrencyLaw.of(of(onHost(0.8, 5.6, 1.6), onHost(0.8, 5.6, 1.6))))
                .isInstanceOf(Law.Limit.class);
        assertThat(ConcurrencyLaw.of(of(onHost(0.99, 46, 1.6), onHost(0.99, 46, 1.6))))
                .isInstanceOf(Law.Limit.class);
    }

    private static LoadLevel onHost(double share, double perSecond, double serverUsed) {
        return new LoadLevel(
                40,
                new LoadLevel.AnswerRate(perSecond, 0.01),
                LoadLevel.FailedRequests.NONE,
                new LoadLevel.ProcessorsUsed(
                        OptionalDouble.of(serverUsed),
                        2,
                        OptionalDouble.of(0.1),
                        OptionalDouble.of(share),
                        BusiestThread.NOT_SEEN),
                ThreadsByPlace.notSeen(""));
    }

    @Test
    void theProcessorsOfACollapseAreNotShort() {
        assertThat(ConcurrencyLaw.of(of(level(40, 23, 1.0), level(60, 0.25, 0.2))))
                .isInstanceOf(Law.Collapse.class);
        assertThat(ConcurrencyLaw.of(of(level(40, 23, 1.0), level(60, 0, 0.2)))).isInstanceOf(Law.Collapse.class);
    }

    @Test
    void anythingBetweenALimitAndNoneIsNotDecided() {
        assertThat(ConcurrencyLaw.of(of(level(40, 40, 0.1), level(60, 48.5, 0.1))))
                .isInstanceOf(Law.Undecided.class);
    }

    @Test
    void whereTheSurplusIsRefusedTheLargerNumberCountsSinceRefusalsLeavePlacesEmpty() {
        LoadLevel.FailedRequests refused = new LoadLevel.FailedRequests(200, "200 x unexpected-status");
        LoadLevel less = level(40, 40, 0.1);
        LoadLevel more = level(60, 34, 0.1);

        Law law = ConcurrencyLaw.of(of(
                new LoadLevel(40, less.answerRate(), refused, less.processors(), less.threadsByPlace()),
                new LoadLevel(60, more.answerRate(), refused, more.processors(), more.threadsByPlace())));

        assertThat(law).isInstanceOfSatisfying(Law.Limit.class, limit -> assertThat(limit.rounded())
                .isEqualTo(20));
    }

    @Test
    void aFullLoadAgentDecidesNothing() {
        LoadLevel full = new LoadLevel(
                60,
                new LoadLevel.AnswerRate(20, 0.02),
                LoadLevel.FailedRequests.NONE,
                new LoadLevel.ProcessorsUsed(OptionalDouble.of(0.1), 2, OptionalDouble.of(0.97)),
                ThreadsByPlace.notSeen(""));

        assertThat(ConcurrencyLaw.of(of(level(40, 20, 0.1), full)))
                .isEqualTo(new Law.Undecided("an event loop of the load generator was full"));
    }

    @Test
    void whoWasNotLoadedIsNotDecided() {
        assertThat(ConcurrencyLaw.of(Diagnosis.skipped("the cap leaves no room")))
                .isEqualTo(new Law.Undecided("the cap leaves no room"));
    }

    @Test
    void levelsAreTwiceAndThreeTimesTheCeilingAsFarAsIsAllowed() {
        assertThat(DiagnosisPlan.levels(20, 1_000)).containsExactly(40, 60);
        assertThat(DiagnosisPlan.levels(1, 1_000)).containsExactly(2, 3);
        assertThat(DiagnosisPlan.levels(0, 1_000)).containsExactly(2, 3);
        assertThat(DiagnosisPlan.levels(20, 40)).containsExactly(30, 40);
        assertThat(DiagnosisPlan.levels(10_000, 100_000)).containsExactly(12_048, 14_096);
        assertThat(DiagnosisPlan.levels(20, 24)).isEmpty();
        assertThat(DiagnosisPlan.levels(50_000, 1_000_000)).isEmpty();
    }

    @Test
    void aLevelThatWasTakenBeforeIsOneOfTwoThatAreWellApart() {
        List<Integer> levels = DiagnosisPlan.levels(20, 1_000);

        assertThat(DiagnosisPlan.missingLevels(levels, 20, 58, 20, 1_000)).containsExactly(39);
        assertThat(DiagnosisPlan.missingLevels(levels, 20, 36, 20, 1_000)).containsExactly(54);
        assertThat(DiagnosisPlan.missingLevels(levels, 20, 16, 7, 1_000))
                .as("fewer than are in time, but more than are served")
                .containsExactly(28);
        assertThat(DiagnosisPlan.missingLevels(levels, 20, 24, 20, 1_000))
                .as("too near")
                .isEqualTo(levels);
        assertThat(DiagnosisPlan.missingLevels(levels, 20, 36, 20, 50))
                .as("no room")
                .isEqualTo(levels);
        assertThat(DiagnosisPlan.missingLevels(List.of(), 20, 58, 20, 60)).isEmpty();
        // Four in flight do not keep a step busy for 31 ms of the 142 ms of a request.
        double served = DiagnosisPlan.servedAtOnce(18, 0.142, Duration.ofMillis(750));
        assertThat(DiagnosisPlan.missingLevels(List.of(36, 54), 18, 4, Math.max(2.5, served), 1_000))
                .containsExactly(36, 54);
    }

    @Test
    void aCeilingIsForetoldByTheFirstLevelThatIsNotServedAtOnce() {
        assertThat(DiagnosisPlan.forecastLevels(0.3, Duration.ofMillis(700), 300))
                .containsExactly(4, 16, 64, 256);
        assertThat(DiagnosisPlan.forecastLevels(0.01, Duration.ofMillis(700), 300))
                .as("too short to be seen")
                .isEmpty();
        assertThat(DiagnosisPlan.forecastLevels(0.8, Duration.ofMillis(700), 300))
                .as("longer than the SLO")
                .isEmpty();
        assertThat(DiagnosisPlan.servesAll(16, 16, Duration.ofMillis(320), 0.3)).isTrue();
        assertThat(DiagnosisPlan.servesAll(7, 16, Duration.ofMillis(320), 0.3)).isFalse();
        assertThat(DiagnosisPlan.servesAll(16, 16, Duration.ofMillis(610), 0.3))
                .as("in two rounds")
                .isFalse();
    }

    @Test
    void aServerKeepsDescriptorsAndPlacesForConnections() {
        assertThat(DiagnosisPlan.cap(5_000, Limit.of(1_000), Observation.of(100), Limit.NOT_SEEN))
                .isEqualTo(810);
        assertThat(DiagnosisPlan.cap(5_000, Limit.NOT_SEEN, Observation.NOT_SEEN, Limit.of(300)))
                .isEqualTo(300);
        assertThat(DiagnosisPlan.cap(500, Limit.UNLIMITED, Observation.of(9), Limit.UNLIMITED))
                .isEqualTo(500);
    }

    @Test
    void afterWhatWasForetoldFailsARoundLessIsTried() {
        assertThat(DiagnosisPlan.next(50, 14, 7.2)).isEqualTo(14);
        assertThat(DiagnosisPlan.next(14, 14, 7.2)).isEqualTo(7);
        assertThat(DiagnosisPlan.next(7, 14, 7.2)).isZero();
        assertThat(DiagnosisPlan.isNearForecast(184, 180, 184)).isTrue();
        assertThat(DiagnosisPlan.isNearForecast(321, 183, 88)).as("far beyond").isFalse();
        assertThat(DiagnosisPlan.isNearForecast(184, 184, 184))
                .as("late by little")
                .isFalse();
        assertThat(DiagnosisPlan.next(1_400, 1_400, 2)).as("many rounds").isZero();
    }

    @Test
    void aServerThatAnsweredMostInTimeIsLookedAtWithMore() {
        assertThat(DiagnosisPlan.saturatingLevel(50, 47, 1_000)).isEqualTo(100);
        assertThat(DiagnosisPlan.saturatingLevel(50, 23, 1_000)).isEqualTo(50);
        assertThat(DiagnosisPlan.saturatingLevel(50, 47, 60)).isEqualTo(60);
    }

    @Test
    void foretellsWholeRounds() {
        assertThat(DiagnosisPlan.forecastCeiling(7.2 / 0.305, 0.305, Duration.ofMillis(700)))
                .isEqualTo(14);
        assertThat(DiagnosisPlan.forecastCeiling(7.2 / 0.5, 0.5, Duration.ofMillis(400)))
                .isEqualTo(7);
    }
}
