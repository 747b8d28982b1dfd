package io.ceiling.climb;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.matrix.Change;
import io.ceiling.harness.result.Confidence;
import io.ceiling.harness.result.ScenarioResult;
import io.ceiling.harness.result.Verdict;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.stats.CostPerConnection;
import io.ceiling.harness.verdict.EvidenceBuilder;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class CausalProofTest {

    private static final LimitingFactor THREADS = LimitingFactor.SERVER_THREADS;
    private static final LimitingFactor DESCRIPTORS = LimitingFactor.SERVER_FILE_DESCRIPTORS;

    @Test
    void theStartProvesNothing() {
        assertThat(CausalProof.judge(Trial.START, OptionalInt.empty(), reached(200, THREADS)))
                .isEqualTo(Proof.NONE);
    }

    @Test
    void aCeilingThatRisesUntilAnotherLimitStopsItIsAProof() {
        assertThat(judge(Prediction.risesTo(12_000), 200, reached(490, DESCRIPTORS)))
                .isEqualTo(Proof.CURED);
    }

    @Test
    void aCeilingThatStaysRefutes() {
        assertThat(judge(Prediction.risesTo(12_000), 490, reached(490, DESCRIPTORS)))
                .isEqualTo(Proof.REFUTED);
    }

    @Test
    void aRiseWithinTheNoiseRefutesUnlessAnotherLimitLeftNoMoreRoom() {
        assertThat(judge(Prediction.RISES, 1000, reached(1050, THREADS))).isEqualTo(Proof.REFUTED);
        assertThat(judge(Prediction.RISES, 1000, reached(1010, DESCRIPTORS))).isEqualTo(Proof.REFUTED);
        // From 8192 connections, which were the limit, to where the heap is full.
        assertThat(judge(Prediction.RISES, 8192, reached(8356, DESCRIPTORS))).isEqualTo(Proof.UNDECIDED);
        assertThat(judge(Prediction.RISES, 1000, reached(1050, DESCRIPTORS))).isEqualTo(Proof.UNDECIDED);
        assertThat(judge(Prediction.RISES, 1000, reached(1051, DESCRIPTORS))).isEqualTo(Proof.CURED);
    }

    @Test
    void aFallAtTheRaisedLimitRefutesAndAtAnotherDecidesNothing() {
        assertThat(judge(Prediction.RISES, 1000, reached(400, THREADS))).isEqualTo(Proof.REFUTED);
        assertThat(judge(Prediction.RISES, 1000, reached(400, DESCRIPTORS))).isEqualTo(Proof.UNDECIDED);
        assertThat(judge(Prediction.RISES, 1000, reached(960, DESCRIPTORS))).isEqualTo(Proof.REFUTED);
    }

    @Test
    void theSameLimitLongBeforeItsPredictionIsNoProof() {
        assertThat(judge(Prediction.risesTo(4000), 1000, reached(1500, THREADS)))
                .isEqualTo(Proof.UNDECIDED);
        assertThat(judge(Prediction.risesTo(4000), 1000, reached(3800, THREADS)))
                .isEqualTo(Proof.CURED);
    }

    @Test
    void aLowerBoundProvesARiseAndNothingElse() {
        Verdict cap = new Verdict.AtLeast(2000, "the cap was met");

        assertThat(judge(Prediction.RISES, 500, cap)).isEqualTo(Proof.CURED);
        assertThat(judge(Prediction.RISES, 2000, cap)).isEqualTo(Proof.UNDECIDED);
        assertThat(judge(Prediction.STAYS, 500, cap)).isEqualTo(Proof.REFUTED);
        assertThat(judge(Prediction.STAYS, 2500, cap)).isEqualTo(Proof.UNDECIDED);
    }

    @Test
    void anInvalidMeasurementDecidesNothing() {
        Verdict invalid = new Verdict.Invalid(100, LimitingFactor.LOAD_CPU, "the agents were late");

        assertThat(judge(Prediction.RISES, 500, invalid)).isEqualTo(Proof.UNDECIDED);
        assertThat(CausalProof.judge(trial(Prediction.RISES), OptionalInt.empty(), reached(10, THREADS)))
                .isEqualTo(Proof.UNDECIDED);
    }

    @Test
    void aChangeThatDoesNotTouchTheLimitMustNotMoveTheCeiling() {
        assertThat(judge(Prediction.STAYS, 490, reached(486, DESCRIPTORS))).isEqualTo(Proof.CONFIRMED);
        assertThat(judge(Prediction.STAYS, 490, reached(600, DESCRIPTORS))).isEqualTo(Proof.REFUTED);
        assertThat(judge(Prediction.STAYS, 490, reached(300, DESCRIPTORS))).isEqualTo(Proof.REFUTED);
    }

    @Test
    void anIndirectReliefThatDoesNotHelpDisprovesNothing() {
        assertThat(judge(Prediction.MAY_RISE, 490, reached(490, LimitingFactor.SERVER_HEAP)))
                .isEqualTo(Proof.UNDECIDED);
        assertThat(judge(Prediction.MAY_RISE, 490, reached(700, LimitingFactor.SERVER_HEAP)))
                .isEqualTo(Proof.CURED);
    }

    @Test
    void aRefutationIsExplainedIfTheCeilingFallsOnceTheChangeIsPutBack() {
        ClimbStep refuted = step(2, Prediction.RISES, Proof.REFUTED);
        ClimbStep rise = step(3, Prediction.RISES, Proof.CURED);
        ClimbStep fell = step(4, Prediction.FALLS, Proof.CONFIRMED);
        ClimbStep stayed = step(4, Prediction.FALLS, Proof.REFUTED);

        assertThat(CausalProof.unexplainedLimits(List.of(refuted))).containsExactly(THREADS);
        assertThat(CausalProof.unexplainedLimits(List.of(refuted, rise))).containsExactly(THREADS);
        assertThat(CausalProof.unexplainedLimits(List.of(refuted, rise, fell))).isEmpty();
        assertThat(CausalProof.unexplainedLimits(List.of(refuted, rise, stayed)))
                .containsExactly(THREADS);
    }

    @Test
    void aLimitThatBoundAsWellBringsTheCeilingDownAgain() {
        assertThat(judge(Prediction.FALLS, 9990, reached(490, THREADS))).isEqualTo(Proof.CONFIRMED);
        assertThat(judge(Prediction.FALLS, 9990, reached(9988, DESCRIPTORS))).isEqualTo(Proof.REFUTED);
        assertThat(judge(Prediction.FALLS, 9990, new Verdict.AtLeast(9990, "cap")))
                .isEqualTo(Proof.UNDECIDED);
    }

    @Test
    void moreAddressesProveThatTheAgentsPortsWereTheLimit() {
        Verdict ports = new Verdict.Invalid(900, LimitingFactor.LOAD_EPHEMERAL_PORTS, "no port");

        assertThat(judge(Prediction.RISES, 150, ports)).isEqualTo(Proof.CURED);
        assertThat(judge(Prediction.RISES, 900, ports)).isEqualTo(Proof.UNDECIDED);
    }

    @Test
    void aCeilingThatMovedByItselfIsNeverExplained() {
        ClimbStep moved = step(2, Prediction.STAYS, Proof.REFUTED);
        ClimbStep rise = step(3, Prediction.RISES, Proof.CURED);

        assertThat(CausalProof.unexplainedLimits(List.of(moved, rise))).containsExactly(THREADS);
    }

    private static Proof judge(Prediction prediction, int before, Verdict after) {
        return CausalProof.judge(trial(prediction), OptionalInt.of(before), after);
    }

    private static Trial trial(Prediction prediction) {
        return new Trial(
                Optional.of(new Change("threads", "200", "12000")), Optional.of(THREADS), prediction, Optional.empty());
    }

    private static Verdict reached(int ceiling, LimitingFactor factor) {
        return new Verdict.Reached(ceiling, ceiling + 1, factor, "seen", "raise it", Confidence.HIGH, List.of());
    }

    private static ClimbStep step(int number, Prediction prediction, Proof proof) {
        ScenarioResult result = new ScenarioResult(
                EvidenceBuilder.evidence().scenario(),
                null,
                reached(490, DESCRIPTORS),
                List.of(),
                CostPerConnection.NONE,
                0);
        return new ClimbStep("a climb", number, trial(prediction), OptionalInt.of(490), result, proof);
    }
}
