package io.ceiling.harness.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.reading.ServerReading;
import io.ceiling.harness.result.LimitUse;
import io.ceiling.harness.result.RunState;
import io.ceiling.harness.scenario.LimitingFactor;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The text as a strict reader of OpenMetrics 1.0 takes it. */
class OpenMetricsTest {

    private static final RunState BEFORE = RunState.before(new RunState.Plan(5, 0));
    private static final RunState MEASURES = BEFORE.withRow("reached")
            .withRow("invalid")
            .measuring(Fixtures.websocket())
            .stepping(4096)
            .stepped()
            .stepping(8192)
            .read(Fixtures.sample(1, true, 4812))
            .read(Fixtures.sample(2, false, 4900));
    private static final List<LimitUse> USES = List.of(
            new LimitUse(LimitingFactor.SERVER_MAX_CONNECTIONS, 4096, 8192, "connections"),
            new LimitUse(LimitingFactor.SERVER_HEAP, 1, 4, LimitUse.BYTES));

    private static Map<String, Double> values(String text) {
        return StrictOpenMetrics.read(text).stream()
                .collect(Collectors.toMap(
                        sample -> sample.name()
                                + (sample.labels().isEmpty()
                                        ? ""
                                        : sample.labels().values()),
                        StrictOpenMetrics.Sample::value));
    }

    @Test
    void hasWhatTheRunKnows() {
        Map<String, Double> values =
                values(OpenMetrics.of("20261121T091500Z-quick", MEASURES, USES, OptionalDouble.of(0.25)));

        assertThat(values)
                .containsEntry("ceiling_run_info[20261121T091500Z-quick]", 1.0)
                .containsEntry("ceiling_run_planned_rows", 5.0)
                .containsEntry("ceiling_run_done_rows[reached]", 1.0)
                .containsEntry("ceiling_run_done_rows[invalid]", 1.0)
                .containsEntry("ceiling_run_done_rows[skipped]", 0.0)
                .containsEntry(
                        "ceiling_scenario_info[%s]"
                                .formatted(Fixtures.websocket().name()),
                        1.0)
                .containsEntry("ceiling_done_steps", 1.0)
                .containsEntry("ceiling_wanted_connections", 8192.0)
                .containsEntry("ceiling_held_connections", 4900.0)
                .containsEntry("ceiling_failed_connections", 3.0)
                .containsEntry("ceiling_limit_use_ratio[server-max-connections]", 0.5)
                .containsEntry("ceiling_limit_use_ratio[server-heap]", 0.25)
                .containsEntry("ceiling_server_open_descriptors", 4950.0)
                .containsEntry("ceiling_server_limit_descriptors", 4096.0)
                .containsEntry("ceiling_server_heap_used_bytes", 300_000_000.0)
                .containsEntry("ceiling_server_resident_bytes", 400_000_000.0)
                .containsEntry("ceiling_server_used_processors", 0.0)
                .containsEntry("ceiling_reading_age_seconds", 0.25);
    }

    @Test
    void whatWasNotSeenHasNoLine() {
        Sample seen = Fixtures.sample(1, false, 10);
        RunState blind = BEFORE.measuring(Fixtures.websocket())
                .read(new Sample(seen.elapsedNanos(), false, ServerReading.NOT_SEEN, seen.host(), seen.load()));

        assertThat(values(OpenMetrics.of("", blind, List.of(), OptionalDouble.empty())))
                .containsKeys("ceiling_held_connections", "ceiling_run_done_rows[reached]")
                .allSatisfy((name, value) -> assertThat(name).doesNotStartWith("ceiling_server_"))
                .doesNotContainKeys("ceiling_wanted_connections", "ceiling_reading_age_seconds");
    }

    @Test
    void aRunThatHasNotBegunIsATextToo() {
        assertThat(values(OpenMetrics.of(
                        "", RunState.before(new RunState.Plan(0, 0)), List.of(), OptionalDouble.empty())))
                .hasSize(4);
    }

    @Property(tries = 300)
    void anyNameOfARunComesBackAsItIs(@ForAll String run) {
        if (run.isEmpty()) {
            return;
        }
        assertThat(StrictOpenMetrics.read(OpenMetrics.of(run, BEFORE, List.of(), OptionalDouble.empty())))
                .first()
                .isEqualTo(new StrictOpenMetrics.Sample("ceiling_run_info", Map.of("run", run), 1));
    }

    @Property(tries = 300)
    void anyShareAndAgeIsANumber(@ForAll double age, @ForAll long used) {
        if (!Double.isFinite(age)) {
            return;
        }
        LimitUse use = new LimitUse(LimitingFactor.SERVER_HEAP, used, 7, LimitUse.BYTES);

        assertThat(values(OpenMetrics.of("a", MEASURES, List.of(use), OptionalDouble.of(age))))
                .containsEntry("ceiling_reading_age_seconds", age)
                .containsEntry("ceiling_limit_use_ratio[server-heap]", use.share());
    }

    /** The reader itself: each of these is forbidden. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "a 1\n",
                "# TYPE a gauge\na 1\n\n# EOF\n",
                "# TYPE a gauge\na 1\n# HELP a late\n# EOF\n",
                "# TYPE a gauge\n# TYPE a gauge\na 1\n# EOF\n",
                "# TYPE a gauge\na 1\n# TYPE b gauge\nb 1\n# TYPE a gauge\na 2\n# EOF\n",
                "# TYPE a gauge\n# UNIT a bytes\na 1\n# EOF\n",
                "# TYPE a gauge\na 1\na 1\n# EOF\n",
                "# TYPE a info\na 1\n# EOF\n",
                "# TYPE a gauge\na{b=\"c\"d\"} 1\n# EOF\n",
                "# TYPE a gauge\na one\n# EOF\n",
                "# TYPE a gauge\nb 1\n# EOF\n",
            })
    void theReaderIsStrict(String wrong) {
        assertThatThrownBy(() -> StrictOpenMetrics.read(wrong)).isInstanceOf(AssertionError.class);
    }
}
