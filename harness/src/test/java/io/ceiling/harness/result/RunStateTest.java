package io.ceiling.harness.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.reading.HostReading;
import io.ceiling.harness.reading.LoadReading;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.reading.Seen;
import io.ceiling.harness.reading.ServerReadings;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class RunStateTest {

    private static final RunState BEFORE = RunState.before(new RunState.Plan(2, 0));

    private static Sample sample(long millis, long cpuMillis) {
        return new Sample(
                millis * 1_000_000,
                false,
                ServerReadings.notSeen().cpu(cpuMillis * 1_000_000, 0, 0).build(),
                HostReading.NOT_SEEN,
                LoadReading.NONE);
    }

    @Test
    void processorsAreThoseBetweenTheNewestTwoReadings() {
        RunState once = BEFORE.read(sample(1000, 500));
        RunState twice = once.read(sample(2000, 2000));

        assertThat(once.readings().processors()).isEmpty();
        assertThat(twice.readings().processors()).hasValue(1.5);
        assertThat(twice.read(sample(3000, 2250)).readings().processors()).hasValue(0.25);
    }

    @Test
    void twoReadingsAtOnceChangeNoRateAndAFreshServerHasNone() {
        RunState twice = BEFORE.read(sample(1000, 500)).read(sample(2000, 2000));

        assertThat(twice.read(sample(2001, 2001)).readings().processors()).hasValue(1.5);
        assertThat(twice.read(sample(3000, 10)).readings().processors()).isEmpty();
    }

    @Test
    void stepsAreThoseOfTheScenarioAndRowsThoseOfTheRun() {
        RunState state = BEFORE.stepping(10)
                .stepped()
                .stepping(40)
                .stepped()
                .withRow("reached")
                .withRow("reached")
                .withRow("invalid");

        assertThat(state.steps()).isEqualTo(new RunState.Steps(0, OptionalInt.empty()));
        assertThat(state.rows())
                .containsOnlyKeys("invalid", "reached")
                .containsEntry("reached", 2)
                .containsEntry("invalid", 1);
        assertThat(BEFORE.stepping(10).stepped().stepping(40).steps())
                .isEqualTo(new RunState.Steps(1, OptionalInt.of(40)));
    }

    @Test
    void nothingIsHeldBeforeTheFirstReading() {
        assertThat(BEFORE.held()).isEqualTo(Seen.NOT);
        assertThat(BEFORE.read(sample(1, 1)).held()).isEqualTo(Seen.of(0));
    }
}
