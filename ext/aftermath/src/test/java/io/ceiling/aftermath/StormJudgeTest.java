package io.ceiling.aftermath;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.aftermath.AcceptCountSearch.StormTrial;
import io.ceiling.container.Limit;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.ResponseTimes;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class StormJudgeTest {

    private static final Duration SLO = Duration.ofMillis(800);
    private static final Observation NO_SYN = Observation.of(0);
    private static final Storm.TimesSinceDrop SINCE =
            new Storm.TimesSinceDrop(Observation.of(1), Observation.of(2), Observation.of(3));

    private static Storm.Served served(long count, long failed, long slow, long maxMillis) {
        return new Storm.Served(
                count, failed, slow, SINCE, new ResponseTimes(count, 1, 1, 1, 1, maxMillis * 1_000_000));
    }

    private static Storm storm(Storm.Served served, long overflows, long highWater) {
        return new Storm(
                Limit.of(100),
                1_000,
                Duration.ofSeconds(2),
                served,
                new Storm.Queue(
                        Observation.of(overflows),
                        Observation.of(overflows),
                        Observation.of(0),
                        Observation.of(highWater),
                        Limit.of(100)),
                StormJudge.failure(1_000, served, Observation.of(1_000), SLO));
    }

    @Test
    void passesIfAllAreServedWithinTheSlo() {
        assertThat(StormJudge.failure(1_000, served(1_000, 0, 0, 800), NO_SYN, SLO))
                .isEmpty();
    }

    @Test
    void failsForALateOne() {
        assertThat(StormJudge.failure(1_000, served(1_000, 0, 1, 1_030), Observation.of(1), SLO))
                .isEqualTo("the slowest was served after 1030 ms, SLO 800 ms");
    }

    @Test
    void saysThatTheLoadWasLateIfConnectsWereSlowWithoutALostSyn() {
        assertThat(StormJudge.failure(1_000, served(1_000, 0, 9, 1_030), Observation.of(3), SLO))
                .endsWith(
                        "; 9 connects were slow and only 3 SYN were sent again, so that the load agents or the processors were late");
        assertThat(StormJudge.failure(1_000, served(1_000, 0, 9, 1_030), Observation.NOT_SEEN, SLO))
                .doesNotContain("load agents");
    }

    @Test
    void failsForOneThatFailedOrIsMissing() {
        assertThat(StormJudge.failure(1_000, served(997, 3, 0, 10), NO_SYN, SLO))
                .isEqualTo("3 of 1000 connections failed");
        assertThat(StormJudge.failure(1_000, served(997, 0, 0, 10), NO_SYN, SLO))
                .isEqualTo("3 of 1000 connections were not served");
    }

    @Test
    void doesNotBlameAQueueThatWasNeverFull() {
        List<StormTrial> tried = List.of(new StormTrial(100, false));

        assertThat(StormJudge.sentence(100, tried, storm(served(1_000, 0, 0, 1_900), 0, 40)))
                .isEqualTo(
                        "no acceptCount up to 100 passes: the slowest was served after 1900 ms, SLO 800 ms; the queue was never full, so it is not what makes them late");
        assertThat(StormJudge.sentence(100, tried, storm(served(1_000, 0, 9, 1_900), 12, 40)))
                .doesNotContain("never full");
        assertThat(StormJudge.sentence(100, tried, storm(served(1_000, 0, 0, 1_900), 0, 101)))
                .doesNotContain("never full");
    }

    @Test
    void namesTheLeastThatPassesWithTheOneThatFails() {
        Storm last = storm(served(1_000, 0, 0, 100), 0, 40);

        assertThat(StormJudge.sentence(1_000, List.of(new StormTrial(100, false), new StormTrial(1_000, true)), last))
                .isEqualTo(
                        "least acceptCount that passes: 1000, the largest that makes a difference here (100 fails; 2 storms)");
        assertThat(StormJudge.sentence(1_000, List.of(new StormTrial(100, true), new StormTrial(1, true)), last))
                .isEqualTo("least acceptCount that passes: 1 (there is no smaller one; 2 storms)");
    }
}
