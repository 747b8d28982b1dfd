package io.ceiling.harness.engine.ramp;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.result.Step;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.scenario.RampSettings;
import io.ceiling.harness.verdict.EvidenceBuilder;
import io.ceiling.harness.verdict.FailedStep;
import io.ceiling.harness.verdict.ramp.CeilingFinder;
import io.ceiling.harness.verdict.ramp.CeilingFinder.HeldLevel;
import io.ceiling.harness.verdict.ramp.RampState;
import org.junit.jupiter.api.Test;

class RampRecordTest {

    private static final HeldLevel LEVEL = new HeldLevel(1000, 800, false);

    private final RampRecord record = new RampRecord(new CeilingFinder(
            RampSettings.builder(new RampSettings.Levels(16, 2, 0.02), new RampSettings.Rates(1_000, 1_000))
                    .build(),
            10_000));
    private final FailedStep failure = EvidenceBuilder.failed();

    /** A control ran after it, such as half as many connections that are held for longer. */
    @Test
    void aStepThatWasToBeRepeatedCountsOnceNoOtherWillDecide() {
        Step step = failure.step();
        record.addFailed(step, failure, repeatable());
        record.steps()
                .add(new Step(step.index() + 1, 500, 0, false, "closed", 1, step.before(), step.after()).notCounted());

        assertThat(record.failures()).isEmpty();
        record.count(step, failure, LEVEL);
        record.count(step, failure, LEVEL);

        assertThat(record.failures()).containsExactly(failure);
        assertThat(record.steps()).extracting(Step::counted).containsExactly(true, false);
        assertThat(record.searchResult().firstFailure()).hasValue(1000);
    }

    private static RampState.Failure repeatable() {
        return new RampState.Failure(
                LEVEL, LimitingFactor.SERVER_IDLE_TIMEOUT, true, false, true, RampState.Harm.POSSIBLE);
    }
}
