package io.ceiling.harness.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.reading.Seen;
import io.ceiling.harness.report.Fixtures;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class RunStateTest {

    private static final RunState BEFORE = RunState.before(0);

    @Test
    void theLargestLevelThatPassedStaysUntilTheNextScenario() {
        RunState state = BEFORE.measuring(Fixtures.websocket())
                .stepping(40)
                .passed(40)
                .stepping(80)
                .stepping(30)
                .passed(30);

        assertThat(state.passes()).isEqualTo(40);
        assertThat(state.wanted()).hasValue(30);
        assertThat(state.measuring(Fixtures.websocket()).passes()).isZero();
        assertThat(state.measuring(Fixtures.websocket()).wanted()).isEqualTo(OptionalInt.empty());
    }

    @Test
    void nothingIsHeldBeforeTheFirstReading() {
        assertThat(BEFORE.held()).isEqualTo(Seen.NOT);
        assertThat(BEFORE.read(Fixtures.sample(1, false, 7)).held()).isEqualTo(Seen.of(7));
    }
}
