package io.ceiling.harness.expect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.ceiling.harness.report.Cells;
import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.CsvTable;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExpectationTest {

    private static final List<CsvRow> SPREAD =
            CsvTable.ceilings(Path.of("..", "results", "reference", "spread", "ceilings.csv"));

    private static Expectation expectation(String text) {
        return Expectation.parse("--expect", List.of(text)).get(0);
    }

    private static CsvRow row(String scenario, String... cells) {
        return Cells.with(Cells.row("scenario=" + scenario), cells);
    }

    private static CsvRow websocket(String... cells) {
        return row(
                "tomcat-nio-platform-websocket-heap256m-nofile640-jdk25.0.3-fork1",
                Stream.concat(Stream.of("workload=websocket"), Arrays.stream(cells))
                        .toArray(String[]::new));
    }

    private static List<String> scenarios(String text, List<CsvRow> rows) {
        return expectation(text).select(rows, row -> row.cell("scenario"), row -> row.cell("workload")).stream()
                .map(row -> row.cell("scenario"))
                .toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ceiling>=1000 | true", "ceiling>=1k | true",
                "ceiling>1000 | false", "ceiling<=1000 | true",
                "ceiling<1k | false", "websocket.ceiling >= 0.9k | true",
                "ceiling>=0.01m | false", "heap_bytes_per_connection<=40KiB | true",
                "heap_bytes_per_connection<=40k | true", "heap_bytes_per_connection<40960 | false",
                "heap_bytes_per_connection>=1MiB | false", "p99<=200ms | true",
                "p99<0.2s | false", "p99>=100us | true",
                "limit=server-heap | true", "limit=server-threads | false",
            })
    void figureIsHeldAgainstItsValue(String text, boolean kept) {
        List<Expectation.Result> results = expectation(text)
                .judge(List.of(websocket(
                        "verdict=reached", "ceiling_connections=1000",
                        "first_failure_connections=1010", "limiting_factor=server-heap",
                        "cost_points=5", "heap_bytes_per_connection=40960",
                        "heap_bytes_per_connection_se=100", "response_p99_ns=200000000")));

        assertThat(results).hasSize(1).allMatch(result -> result.isMet() == kept);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ceiling | --expect must be such as",
                "ceiling=1000 | operator must be >=, <=, > or <, was '='",
                "ceiling=>1000 | operator must be >=, <=, > or <, was '='",
                "ceiling>=lots | value of ceiling must be such as 15000",
                "ceiling>=1KiB | value of ceiling must be such as 15000",
                "ceiling>=-1 | value of ceiling must be such as 15000",
                "users>=5 | metric must be one of ceiling, heap_bytes_per_connection",
                "p99<=200 | value of p99 must be such as 200ms",
                "limit>=server-heap | limit must be = one of server-threads",
                "limit=load-cpu | limit must be = one of server-threads",
                "limit=heap | limit must be = one of server-threads",
                "a..ceiling>=1 | nothing between its dots",
                "'ceiling>=1,' | --expect must be such as",
                "'' | --expect must be such as",
            })
    void whatIsNoExpectationIsRefusedInOneLine(String text, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Expectation.parse("--expect", List.of(text == null ? "" : text)))
                .withMessageContaining("--expect")
                .withMessageContaining(message)
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\n"));
    }

    @ParameterizedTest
    @CsvSource({
        "ceiling>=5, true", "a-b.heap<7, true", "limit=x, true", "tomcat.limit=x, true",
        "^pong, false", "status=ok, false", "(ceiling>5), false", "x, false"
    })
    void isToldApartFromARegularExpression(String text, boolean one) {
        assertThat(Expectation.isExpectation(text)).isEqualTo(one);
    }

    @Test
    void isReadOverLinesAndEachOnce() {
        String lines = "ceiling>=1,\nlimit=server-heap,\n ceiling>=1\n";

        assertThat(Expectation.isExpectation(lines)).isTrue();
        assertThat(Expectation.parse("--expect", List.of(lines, "ceiling>=1")))
                .extracting(Expectation::text)
                .containsExactly("ceiling>=1", "limit=server-heap");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Expectation.parse("--expect", List.of("ceiling>=1\nlimit=server-heap")))
                .withMessageEndingWith("was 'ceiling>=1 limit=server-heap'");
    }

    @Test
    void isRepeatableAndSeparatedByCommas() {
        assertThat(Expectation.parse("--expect", List.of("ceiling>=1, limit=server-heap", "p99<1s")))
                .extracting(Expectation::text)
                .containsExactly("ceiling>=1", "limit=server-heap", "p99<1s");
    }

    @Test
    void nameIsAWorkloadOrWordsOfAScenario() {
        CsvRow recursive = row("tomcat-nio-platform-recursive-heap1g-fork1", "workload=recursive");
        CsvRow async = row("tomcat-nio2-platform-recursive-async-heap1g-fork1", "workload=recursive-async");
        CsvRow jetty = row("jetty-nio-virtual-recursive-atmosphere3.1.0-heap1g-fork1", "workload=recursive");
        List<CsvRow> rows = List.of(recursive, async, jetty);

        assertThat(scenarios("ceiling>=1", rows)).hasSize(3);
        assertThat(scenarios("recursive.ceiling>=1", rows))
                .containsExactly(recursive.cell("scenario"), jetty.cell("scenario"));
        assertThat(scenarios("tomcat-nio.ceiling>=1", rows)).containsExactly(recursive.cell("scenario"));
        assertThat(scenarios("jetty.recursive.ceiling>=1", rows)).containsExactly(jetty.cell("scenario"));
        assertThat(scenarios("atmosphere3.1.0.ceiling>=1", rows)).containsExactly(jetty.cell("scenario"));
        assertThat(scenarios("nothing.ceiling>=1", rows)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "ceiling>=300, true", "ceiling>=301, false",
        "ceiling<=300, false", "ceiling<=100000, false",
        "limit=server-heap, false"
    })
    void lowerBoundCanBeEnoughAndNeverTooMuch(String text, boolean kept) {
        List<Expectation.Result> results = expectation(text)
                .judge(List.of(websocket("verdict=at-least", "ceiling_connections=300", "why=the cap of 300 was met")));

        assertThat(results).hasSize(1).allMatch(result -> result.isMet() == kept);
        assertThat(results.get(0).measuredValue()).isEqualTo("at-least 300 (the cap of 300 was met)");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"ceiling>=1", "ceiling<=1000000", "heap_bytes_per_connection<=1MiB", "p99<1s", "limit=unknown"})
    void whatWasNotMeasuredIsMissedWithItsReason(String text) {
        List<CsvRow> rows = List.of(
                websocket(
                        "verdict=invalid", "limiting_factor=load-cpu",
                        "why=agents were late", "heap_bytes_per_connection=10",
                        "heap_bytes_per_connection_se=1", "response_p99_ns=5"),
                row("jetty-nio-fork1", "verdict=skipped", "why=no such JDK"));

        assertThat(expectation(text).judge(rows))
                .allMatch(result -> !result.isMet())
                .extracting(Expectation.Result::measuredValue)
                .containsExactly("invalid by load-cpu (agents were late)", "skipped (no such JDK)");
    }

    @Test
    void nameOfNothingIsMissed() {
        Expectation nowhere = expectation("sse.ceiling>=1");

        assertThat(nowhere.judge(SPREAD))
                .containsExactly(
                        new Expectation.Result(nowhere, "no scenario", false, "no scenario of this run has that name"));
    }

    @Test
    void ofRepeatsTheMedianCounts() {
        List<Expectation.Result> results =
                expectation("hold-blocking.ceiling>=500").judge(SPREAD);

        assertThat(results).hasSize(1);
        assertThat(results.get(0).isMet()).isTrue();
        assertThat(results.get(0).measuredValue()).isEqualTo("500, median of 5 forks");
        assertThat(results.get(0).scenario()).doesNotContain("-fork");
        assertThat(expectation("limit=server-threads").judge(SPREAD))
                .filteredOn(Expectation.Result::isMet)
                .hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "heap_bytes_per_connection<=40KiB | false | 50.0 KiB",
                "heap_bytes_per_connection<50KiB | false | 50.0 KiB",
                "heap_bytes_per_connection<=50KiB | true | 50.0 KiB",
                "heap_bytes_per_connection>=40KiB | false | 30.0 KiB",
                "heap_bytes_per_connection>=30KiB | true | 30.0 KiB"
            })
    void ofTwoRepeatsTheHarderOneCounts(String text, boolean kept, String counted) {
        List<CsvRow> forks = Stream.of(30, 50)
                .map(kib -> websocket(
                        "verdict=reached",
                        "cost_points=5",
                        "heap_bytes_per_connection=" + kib * 1024,
                        "heap_bytes_per_connection_se=1"))
                .toList();

        List<Expectation.Result> results = expectation(text).judge(forks);

        assertThat(results).extracting(Expectation.Result::isMet).containsExactly(kept);
        assertThat(results)
                .extracting(Expectation.Result::measuredValue)
                .containsExactly(counted + ", median of 2 forks");
    }

    @Test
    void everyScenarioThatIsNamedMustKeepIt() {
        List<Expectation.Result> results =
                expectation("websocket.ceiling>=1500").judge(SPREAD);

        assertThat(results).extracting(Expectation.Result::isMet).containsExactlyInAnyOrder(true, false);
        assertThat(ExpectationText.console(results))
                .hasSize(1)
                .first()
                .asString()
                .startsWith("expected websocket.ceiling>=1500: MISSED by 1 of 2 scenarios: ")
                .endsWith(": 1 188, median of 5 forks");
    }

    @Test
    void costThatIsLostInItsErrorIsKeptOnlyIfItCannotBeMore() {
        CsvRow lost = websocket(
                "verdict=reached", "cost_points=5",
                "heap_bytes_per_connection=1000", "heap_bytes_per_connection_se=1000");

        assertThat(expectation("heap_bytes_per_connection<=40KiB").judge(List.of(lost)))
                .allMatch(Expectation.Result::isMet);
        assertThat(expectation("heap_bytes_per_connection<=2k").judge(List.of(lost)))
                .noneMatch(Expectation.Result::isMet);
    }

    @Test
    void deliveryStandsForResponseWhereMessagesArePublished() {
        CsvRow broadcast =
                row("jetty-nio-fork1", "verdict=at-least", "ceiling_connections=5", "delivery_p99_ns=4400000");

        assertThat(expectation("p99<=5ms").judge(List.of(broadcast)))
                .extracting(Expectation.Result::measuredValue)
                .containsExactly("4.4 ms");
    }

    @Test
    void linesSayWhatWasWantedAndWhatWasMeasured() {
        List<CsvRow> rows = List.of(websocket(
                "verdict=reached", "ceiling_connections=600",
                "first_failure_connections=610", "limiting_factor=server-file-descriptors"));

        assertThat(ExpectationText.console(expectation("websocket.ceiling>=500").judge(rows)))
                .containsExactly(
                        "expected websocket.ceiling>=500: kept, tomcat-nio-platform-websocket-heap256m-nofile640-jdk25.0.3: reached 600 by server-file-descriptors");
        assertThat(JUnitXml.file(List.of(ExpectationText.suite(
                        "a run", expectation("ceiling>=5k").judge(rows)))))
                .contains(
                        "<testsuite name=\"a run\" tests=\"1\" failures=\"1\" errors=\"0\">",
                        "name=\"ceiling&gt;=5k\"",
                        "<failure message=\"wanted ceiling&gt;=5k, was reached 600 by server-file-descriptors\"/>");
    }
}
