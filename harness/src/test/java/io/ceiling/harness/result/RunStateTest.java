package io.ceiling.harness.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.report.Fixtures;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class RunStateTest {

    private static final RunState BEFORE = RunState.before(0);

    @Test
    void theLargestLevelThatPassedStaysUntilTheNextScenario() {
        RunState state = BEFORE.withScenario(Fixtures.websocket())
                .withTarget(40)
                .passed(40)
                .withTarget(80)
                .withTarget(30)
                .passed(30);

        assertThat(state.maxPassed()).isEqualTo(40);
        assertThat(state.targetConnections()).hasValue(30);
        assertThat(state.withScenario(Fixtures.websocket()).maxPassed()).isZero();
        assertThat(state.withScenario(Fixtures.websocket()).targetConnections()).isEqualTo(OptionalInt.empty());
    }

    @Test
    void nothingIsHeldBeforeTheFirstReading() {
        assertThat(BEFORE.heldConnections()).isEqualTo(Observation.NOT_SEEN);
        assertThat(BEFORE.withSample(Fixtures.sample(1, false, 7)).heldConnections())
                .isEqualTo(Observation.of(7));
    }
}
