package io.ceiling.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.expect.JUnitXml;
import io.ceiling.harness.report.Cells;
import io.ceiling.harness.report.csv.CsvRow;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JudgementTest {

    private static final String CEILING = "ceiling<-5%";
    private static final String HEAP = "heap_bytes_per_connection>+10%";

    /** A row with cells such as {@code verdict=reached}. */
    private static CsvRow row(String... cells) {
        return Cells.with(Cells.row("container=jetty workload=websocket"), cells);
    }

    private static CsvRow reached(int ceiling) {
        return row(
                "verdict=reached",
                "ceiling_connections=" + ceiling,
                "first_failure_connections=" + (ceiling + 10),
                "limiting_factor=server-heap");
    }

    private static CsvRow atLeast(int connections) {
        return row("verdict=at-least", "ceiling_connections=" + connections);
    }

    private static CsvRow heap(String verdict, double bytes, double error) {
        return row(
                "verdict=" + verdict,
                "cost_points=5",
                "heap_bytes_per_connection=" + bytes,
                "heap_bytes_per_connection_se=" + error);
    }

    private static Judgement judged(String failOn, List<CsvRow> before, List<CsvRow> after) {
        return Judgement.of(Comparison.of(before, after), Threshold.parse("--fail-on", failOn));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "verdict=invalid,limiting_factor=load-cpu,why=agents were late | is invalid by load-cpu (agents were late)",
                "verdict=skipped,why=no such JDK | is skipped (no such JDK)",
                "verdict=at-least,ceiling_connections=900,limiting_factor=host-memory | is at-least 900 by host-memory",
                "verdict=nonsense,ceiling_connections=5000 | is nonsense 5 000"
            })
    void ceilingThatIsNoneAnyMoreIsNotKept(String cells, String is) {
        Judgement judgement = judged(CEILING, List.of(reached(1000)), List.of(row(cells.split(","))));

        assertThat(judgement.hasPassed()).isFalse();
        assertThat(judgement.crossedMetrics()).isEmpty();
        assertThat(judgement.unjudgedFigures())
                .extracting(Judgement.UnjudgedFigure::text)
                .containsExactly("ceiling of jetty websocket: was reached 1 000 by server-heap, " + is);
    }

    @Test
    void scenarioThatTheSecondRunLacksIsNotKept() {
        Judgement judgement = judged(CEILING + "," + HEAP, List.of(reached(1000)), List.of());

        assertThat(judgement.unjudgedFigures())
                .extracting(Judgement.UnjudgedFigure::text)
                .containsExactly(
                        "ceiling of jetty websocket: was reached 1 000 by server-heap, is missing",
                        "heap_bytes_per_connection of all scenarios: no scenario of the first run has a figure to compare with");
    }

    @ParameterizedTest
    @CsvSource({"1000, true", "950, true", "949, false"})
    void lowerBoundKeepsARuleThatItIsNotBeyond(int connections, boolean kept) {
        assertThat(judged(CEILING, List.of(reached(1000)), List.of(atLeast(connections)))
                        .hasPassed())
                .isEqualTo(kept);
    }

    @ParameterizedTest
    @CsvSource({"100, true", "200, false"})
    void costThatIsLostInItsErrorKeepsARuleThatItCannotBeBeyond(double error, boolean kept) {
        assertThat(judged(
                                "heap_bytes_per_connection>+100%",
                                List.of(heap("reached", 1000, 5)), List.of(heap("invalid", 150, error * 4)))
                        .hasPassed())
                .isEqualTo(kept);
    }

    @Test
    void lowerBoundSaysNothingAboutARisingCeiling() {
        assertThat(judged("ceiling>+5%", List.of(reached(1000)), List.of(atLeast(2000)))
                        .hasPassed())
                .isFalse();
    }

    @Test
    void ruleAboutHeapNeedsNothingButTheHeapOfBoth() {
        assertThat(judged(HEAP, List.of(heap("reached", 1000, 5)), List.of(heap("invalid", 1000, 5)))
                        .hasPassed())
                .isTrue();
        assertThat(judged(HEAP, List.of(heap("reached", 1000, 5)), List.of(row("verdict=invalid")))
                        .unjudgedFigures())
                .extracting(Judgement.UnjudgedFigure::reason)
                .containsExactly("was 1000 B, is not measured (invalid)");
        assertThat(judged(HEAP, List.of(heap("reached", 1000, 5)), List.of(heap("reached", 900, 600)))
                        .hasPassed())
                .as("lost in its error")
                .isFalse();
        assertThat(judged(HEAP, List.of(heap("reached", 1000, 5)), List.of(heap("reached", 0, 0)))
                        .hasPassed())
                .as("surely less than it was")
                .isTrue();
    }

    @Test
    void costThatWasNoneAndSurelyIsOneIsNotKept() {
        assertThat(judged(HEAP, List.of(heap("reached", 0, 0)), List.of(heap("reached", 8192, 10)))
                        .unjudgedFigures())
                .extracting(Judgement.UnjudgedFigure::reason)
                .first()
                .isEqualTo("was 0 ± 0 B, not significant, is 8.0 KiB");
    }

    @Test
    void ceilingBelowAFormerLowerBoundIsNotKept() {
        List<CsvRow> before = List.of(reached(1000), Cells.with(atLeast(5000), "workload=keep-alive"));

        assertThat(judged(CEILING, before, List.of(reached(1000), Cells.with(reached(400), "workload=keep-alive")))
                        .unjudgedFigures())
                .extracting(Judgement.UnjudgedFigure::text)
                .containsExactly("ceiling of jetty keep-alive: was at-least 5 000, is reached 400 by server-heap");
        assertThat(judged(CEILING, before, List.of(reached(1000), Cells.with(atLeast(5000), "workload=keep-alive")))
                        .hasPassed())
                .isTrue();
    }

    @Test
    void withoutAnyFigureBeforeNothingIsJudged() {
        Judgement judgement = judged(CEILING, List.of(atLeast(1000)), List.of(atLeast(1000)));

        assertThat(judgement.unjudgedFigures())
                .extracting(Judgement.UnjudgedFigure::scenario)
                .containsExactly(Judgement.NO_SCENARIO);
    }

    @Test
    void oneMeasuredForkOfManyDoesNotStandForAll() {
        List<CsvRow> before = List.of(reached(1000), reached(1001), reached(1002));
        CsvRow invalid = row("verdict=invalid");

        assertThat(judged(CEILING, before, List.of(reached(1000), invalid, invalid))
                        .unjudgedFigures())
                .extracting(Judgement.UnjudgedFigure::reason)
                .first()
                .asString()
                .endsWith("is reached 1 000 by server-heap or invalid");
        assertThat(judged(CEILING, before, List.of(reached(1000), reached(1001), invalid))
                        .hasPassed())
                .isTrue();
    }

    @Test
    void withoutThresholdsEverythingIsKept() {
        Comparison comparison = Comparison.of(List.of(reached(1000)), List.of());

        assertThat(Judgement.of(comparison, List.of()).hasPassed()).isTrue();
    }

    @Test
    void everyTextHasWhatCannotBeJudgedUnderAHeadingOfItsOwn() {
        Comparison comparison = Comparison.of(List.of(reached(1000)), List.of());
        Judgement judgement = Judgement.of(comparison, Threshold.parse("--fail-on", CEILING));

        assertThat(CompareText.console("a", "b", comparison, judgement, List.of(), false))
                .containsSequence(
                        "CANNOT BE JUDGED by --fail-on:",
                        "  ceiling of jetty websocket: was reached 1 000 by server-heap, is missing");
        assertThat(CompareText.markdown("a", "b", comparison, judgement, List.of(), false))
                .containsSequence(
                        "**Cannot be judged by --fail-on**:",
                        "",
                        "- ceiling of jetty websocket: was reached 1 000 by server-heap, is missing");
        assertThat(JUnitXml.file(List.of(CompareJUnit.suite("a, then b", comparison, judgement))))
                .contains(
                        "tests=\"1\" failures=\"0\" errors=\"1\"",
                        "<error message=\"cannot be judged: was reached 1 000 by server-heap, is missing\"/>");
    }

    @Test
    void oneFigureOfOneScenarioIsCountedInTheSingular() {
        assertThat(CompareText.summary(Comparison.of(List.of(reached(1000)), List.of(reached(1000)))))
                .startsWith("1 figure of 1 scenario: ");
    }
}
