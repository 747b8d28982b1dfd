package io.ceiling.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.ceiling.harness.expect.Expectation;
import io.ceiling.harness.expect.Metric;
import io.ceiling.harness.report.Cells;
import io.ceiling.harness.report.csv.CsvRow;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.IntRange;

/** The rules in {@code --expect} and {@code --fail-on}, which often come from a file of somebody else. */
class RulePropertyTest {

    /** No message has any of these. */
    private static final String BREAKS_OR_CONTROLS = "[\\p{Cntrl}\\x{80}-\\x{9f}\\x{2028}\\x{2029}&&[^\t]]";

    private static final CsvRow ROW = Cells.row(
            "scenario=tomcat-nio-websocket-fork1 workload=websocket verdict=reached",
            "ceiling_connections=15000 first_failure_connections=15100",
            "limiting_factor=server-file-descriptors");

    @Provide
    Arbitrary<String> rules() {
        Arbitrary<String> parts = Arbitraries.of(
                "websocket.",
                "ceiling",
                "limit",
                "p99",
                "heap_bytes_per_connection",
                ".",
                "..",
                ">=",
                "<=",
                "<",
                ">",
                "=",
                " ",
                "\n",
                "\r",
                "\t",
                "\u001b[31m",
                "\u0085",
                "\u2028",
                "15000",
                "15k",
                "1.5",
                "-5%",
                "+10%",
                "%",
                "40KiB",
                "200ms",
                "server-file-descriptors",
                "9".repeat(30),
                "\u0661");
        return Arbitraries.frequencyOf(
                        Tuple.of(9, parts), Tuple.of(1, Arbitraries.strings().ofMaxLength(5)))
                .list()
                .ofMaxSize(7)
                .map(list -> String.join("", list));
    }

    private static void oneLine(Throwable thrown) {
        assertThat(thrown).isInstanceOf(IllegalArgumentException.class);
        assertThat(thrown.getMessage()).startsWith("--rule").doesNotContainPattern(BREAKS_OR_CONTROLS);
    }

    @Property(tries = 3_000)
    void anyTextIsAnExpectationOrRefusedWithOneLine(@ForAll("rules") String text) {
        Throwable thrown = catchThrowable(() -> Expectation.parse("--rule", List.of(text))
                .forEach(one -> assertThat(one.judge(List.of(ROW))).isNotEmpty()));

        if (thrown != null) {
            oneLine(thrown);
        }
        assertThat(Expectation.isExpectation(text)).isIn(true, false);
    }

    @Property(tries = 3_000)
    void anyTextIsAThresholdOrRefusedWithOneLine(@ForAll("rules") String text) {
        Throwable thrown =
                catchThrowable(() -> assertThat(Threshold.parse("--rule", text)).isNotEmpty());

        if (thrown != null) {
            oneLine(thrown);
        }
    }

    @Provide
    Arbitrary<Threshold> thresholds() {
        return Combinators.combine(
                        Arbitraries.of(Metric.class),
                        Arbitraries.of(true, false),
                        Arbitraries.integers().between(-9_999, 9_999))
                .as((metric, below, percent) -> new Threshold(metric, below, percent / 100.0));
    }

    @Property
    void aThresholdIsReadAsItIsWritten(@ForAll("thresholds") Threshold threshold) {
        String text = "%s%s%+d%%"
                .formatted(
                        threshold.metric().label(),
                        threshold.failsBelow() ? "<" : ">",
                        Math.round(threshold.change() * 100));

        assertThat(Threshold.parse("--rule", text)).containsExactly(threshold);
    }

    @Property
    void anExpectationIsKeptExactlyIfTheFigureIs(@ForAll @IntRange(max = 30_000) int wanted, @ForAll boolean atLeast) {
        String text = "websocket.ceiling%s%d".formatted(atLeast ? ">=" : "<", wanted);

        List<Expectation.Result> results =
                Expectation.parse("--rule", List.of(text)).get(0).judge(List.of(ROW));

        assertThat(results).singleElement().satisfies(result -> assertThat(result.isMet())
                .isEqualTo(atLeast == 15_000 >= wanted));
    }
}
