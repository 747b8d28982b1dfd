package io.ceiling.harness.report.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.result.Effort;
import io.ceiling.harness.result.WarmUp;
import io.ceiling.harness.scenario.Phase;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EffortLineTest {

    private static final Map<Phase, Long> PHASES = Map.of(
            Phase.STOP, 200_000_000L,
            Phase.START, 3_100_000_000L,
            Phase.WARM_UP, 2_000_000_000L,
            Phase.OPEN, 1_200_000_000L,
            Phase.HOLD, 900_000_000L,
            Phase.COLLECT, 1_400_000_000L,
            Phase.RECOVER, 300_000_000L);

    @Test
    void hasPhasesInTheirOrderThenProcessorsThenTheWarmUp() {
        Locale original = Locale.getDefault();
        Locale.setDefault(Locale.GERMANY);
        try {
            assertThat(EffortLine.of(new Effort(
                            PHASES,
                            Observation.of(6_100_000_000L),
                            Observation.of(800_000_000L),
                            Observation.of(1_900_000_000L),
                            new WarmUp(320, 2_000_000_000L, 1, 0, ""))))
                    .hasValue(
                            "    took: start 3.1 s, warm-up 2.0 s, open 1.2 s, hold 0.9 s, collect 1.4 s, recover 0.3 s,"
                                    + " stop 0.2 s; processors: server 6.1 s, load generator 0.8 s, harness 1.9 s; warmed with 320"
                                    + " connections, steady");
        } finally {
            Locale.setDefault(original);
        }
    }

    @Test
    void saysWhyAServerWasNotSteady() {
        assertThat(EffortLine.of(new Effort(
                        Map.of(Phase.START, 3_100_000_000L),
                        Observation.NOT_SEEN,
                        Observation.NOT_SEEN,
                        Observation.of(1_000_000_000L),
                        new WarmUp(1, 2, 1, 1, "still\nfaster"))))
                .hasValue(
                        "    took: start 3.1 s; processors: harness 1.0 s; warmed with 1 connection, not steady: still"
                                + " faster");
    }

    @Test
    void countsTheServersIfThereWereSeveral() {
        assertThat(EffortLine.of(new Effort(
                        Map.of(),
                        Observation.NOT_SEEN,
                        Observation.NOT_SEEN,
                        Observation.NOT_SEEN,
                        new WarmUp(1280, 2, 4, 1, "too slow"))))
                .hasValue("    4 servers warmed with 1 280 connections, 1 of them not steady: too slow");
    }

    @Test
    void isEmptyIfNothingIsKnown() {
        assertThat(EffortLine.of(Effort.NONE)).isEmpty();
    }
}
