package io.ceiling.harness.verdict.ramp;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.verdict.ramp.Steadiness.Round;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class SteadinessTest {

    private static final Duration SLO = Duration.ofSeconds(1);

    private static Round round(long slowestMillis, long compilationMillis) {
        return new Round(250_000_000, slowestMillis * 1_000_000, Observation.of(compilationMillis * 1_000_000), 0);
    }

    private static Round blind(long slowestMillis) {
        return new Round(250_000_000, slowestMillis * 1_000_000, Observation.NOT_SEEN, 0);
    }

    private static boolean steady(Round... rounds) {
        return Steadiness.isSteady(List.of(rounds), SLO, 2);
    }

    @Test
    void twoQuietRoundsAfterTheFirstAreSteady() {
        assertThat(steady(round(900, 240), round(20, 40), round(15, 10))).isTrue();
        assertThat(steady(round(20, 10), round(20, 10))).isFalse();
    }

    @Test
    void aServerThatIsStillBeingCompiledIsNotSteadyHoweverFastItAnswers() {
        // Of two processors, more and not more than one.
        assertThat(steady(round(9, 400), round(9, 300), round(9, 251))).isFalse();
        assertThat(steady(round(9, 400), round(9, 250), round(9, 250))).isTrue();
    }

    @Test
    void answersThatWereOnceMuchFasterAreNotSteadyUnlessTheyAreFarWithinTheObjective() {
        assertThat(steady(round(150, 0), round(150, 0), round(400, 0), round(400, 0)))
                .isFalse();
        assertThat(steady(round(5, 0), round(90, 0), round(95, 0))).isTrue();
    }

    /** An application that needs most of the objective for each answer is as steady as any other. */
    @Test
    void slowAnswersThatStayTheSameAreSteady() {
        assertThat(steady(round(950, 0), round(800, 0), round(820, 0))).isTrue();
    }

    @Test
    void aRoundInWhichConnectionsFailedIsNotSteady() {
        Round failed = new Round(250_000_000, 5_000_000, Observation.of(0), 1);

        assertThat(steady(round(5, 0), round(5, 0), failed)).isFalse();
        assertThat(steady(failed, round(5, 0), round(5, 0))).isTrue();
    }

    @Test
    void whereCompilationIsNotSeenOneMoreRoundMustBeQuiet() {
        assertThat(steady(blind(900), blind(20), blind(15))).isFalse();
        assertThat(steady(blind(900), blind(20), blind(15), blind(15))).isTrue();
    }

    @Test
    void tellsWhatTheLastRoundWasLike() {
        assertThat(Steadiness.describe(List.of(round(900, 240), round(400, 125))))
                .isEqualTo("after 2 rounds the slowest answers took 400.0 ms, compilers used 50 % of a processor");
        assertThat(Steadiness.describe(List.of(blind(3)))).isEqualTo("after 1 round the slowest answers took 3.0 ms");
        assertThat(Steadiness.describe(List.of())).isEqualTo("no round of warm-up was possible");
    }
}
