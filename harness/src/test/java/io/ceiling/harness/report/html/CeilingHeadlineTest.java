package io.ceiling.harness.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.report.Cells;
import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.html.chart.Bar;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CeilingHeadlineTest {

    private static String sentence(CsvRow... rows) {
        return CeilingHeadline.of(Rows.cells(rows), 0).sentence();
    }

    @Test
    void tellsWhatWasHeldAtWhatCostAndWhatStoppedIt() {
        String sentence = sentence(Rows.reached(
                "a",
                19_871,
                "server-file-descriptors",
                "heap_bytes_per_connection=13721.6 heap_bytes_per_connection_se=12"));

        assertThat(sentence)
                .isEqualTo(
                        "Tomcat 11.0.25 NIO held 19 871 WebSockets at 13.4 KiB of heap each; file descriptors stopped it.");
    }

    @Test
    void requestsInFlightAreCalledSo() {
        CsvRow row = Rows.reached("a", 15, "server-threads", "workload=in-flight /orders");
        Headline headline = CeilingHeadline.of(Rows.cells(row), 0);

        assertThat(headline.sentence())
                .isEqualTo(
                        "Tomcat 11.0.25 NIO held 15 requests in flight (in-flight /orders); the request thread pool stopped it.");
        assertThat(Rows.values(headline)).contains("15 requests in flight");
        assertThat(Rows.values(CeilingHeadline.of(Rows.cells(Rows.reached("a", 15, "server-threads")), 0)))
                .contains("15 held at once");
        assertThat(Bar.of(Rows.cells(row))).extracting(bar -> bar.held().unit()).containsExactly("requests in flight");
    }

    @Test
    void leavesOutACostThatIsLostInItsError() {
        String sentence = sentence(Rows.reached(
                "a", 200, "server-threads", "heap_bytes_per_connection=900 heap_bytes_per_connection_se=700"));

        assertThat(sentence).isEqualTo("Tomcat 11.0.25 NIO held 200 WebSockets; the request thread pool stopped it.");
    }

    @Test
    void tellsTheFirstThingThatRaisesTheLimit() {
        assertThat(sentence(Rows.reached(
                        "a",
                        200,
                        "server-threads",
                        "relief=raise maxThreads (now 200, or so); BIO follows, or use virtual threads")))
                .isEqualTo(
                        "Tomcat 11.0.25 NIO held 200 WebSockets; the request thread pool stopped it: raise maxThreads (now 200, or so).");
    }

    @Test
    void ofSeveralTellsTheLimitThatStoppedMost() {
        Headline headline = CeilingHeadline.of(
                Rows.cells(
                        Rows.reached("a", 200, "server-threads"),
                        Rows.reached("b", 5000, "server-heap", "workload=keep-alive relief=raise -Xmx (now 1 GiB)"),
                        Rows.reached("c", 4000, "server-heap")),
                0);

        assertThat(headline.sentence())
                .isEqualTo("Tomcat 11.0.25 NIO: the heap stopped 2 of 3 scenarios; raise -Xmx (now 1 GiB).");
        assertThat(headline.detail()).endsWith("The most: Tomcat 11.0.25 NIO held 5 000 keep-alive connections.");
        assertThat(Rows.values(headline)).contains("2 of 3 stopped by the heap");
    }

    @Test
    void tellsWhatOneSettingChanges() {
        Headline headline = CeilingHeadline.of(
                Rows.cells(
                        costing("a", 2024, "server-file-descriptors", "99000"),
                        costing("b", 2019, "server-file-descriptors", "15000", "buffer_bytes=1024"),
                        costing("c", 200, "server-threads", "98000", "max_threads=10")),
                0);

        assertThat(headline.sentence())
                .endsWith("WebSockets take 96.7 KiB of heap each, 14.6 KiB with buffer=1k instead of default.");
        assertThat(headline.detail())
                .endsWith("The most: Tomcat 11.0.25 NIO held 2 019 WebSockets (buffer=1k) at 14.6 KiB of heap each.");
        assertThat(Rows.values(headline)).contains("96.7 → 14.6 KiB heap per connection", "2 024 → 200 held at once");
    }

    private static CsvRow costing(String scenario, int connections, String factor, String heap, String... cells) {
        return Cells.with(
                Rows.reached(
                        scenario,
                        connections,
                        factor,
                        "max_threads=default buffer_bytes=default heap_bytes_per_connection=" + heap,
                        "heap_bytes_per_connection_se=10"),
                cells);
    }

    @Test
    void moreWithoutAFailureBeatsACeilingJustBelowIt() {
        CsvRow more = Rows.ceiling("b", "verdict=at-least ceiling_connections=2000 why=the cap was met");

        assertThat(sentence(Rows.reached("a", 1984, "unknown"), more)).contains("held at least 2 000 WebSockets");
        assertThat(sentence(Rows.reached("a", 2000, "server-heap"), more)).contains("held 2 000 WebSockets");
    }

    @Test
    void saysAtLeastWhereNothingBroke() {
        CsvRow row = Rows.ceiling(
                "a",
                "verdict=at-least ceiling_connections=1000 why=all 1000 worked, as many as --cap allows; no limit was reached");

        Headline headline = CeilingHeadline.of(Rows.cells(row), 0);

        assertThat(headline.sentence())
                .isEqualTo(
                        "Tomcat 11.0.25 NIO held at least 1 000 WebSockets; all 1000 worked, as many as --cap allows; no limit was reached.");
        assertThat(headline.tone()).isEqualTo("at-least");
        assertThat(headline.figures().get(0).value()).isEqualTo("≥ 1 000");
    }

    @Test
    void invalidIsNoCeilingHoweverManyPassed() {
        CsvRow invalid = Rows.ceiling("a", "verdict=invalid limiting_factor=load-cpu passed_connections=90000");

        Headline alone = CeilingHeadline.of(Rows.cells(invalid), 0);
        Headline withAnother = CeilingHeadline.of(Rows.cells(invalid, Rows.reached("b", 10, "server-threads")), 0);

        assertThat(alone.sentence())
                .isEqualTo("Tomcat 11.0.25 NIO was not measured: the load generator's processors was reached first.");
        assertThat(alone.tone()).isEqualTo("invalid");
        assertThat(withAnother.sentence()).contains("held 10 WebSockets");
        assertThat(withAnother.detail()).isEqualTo("2 scenarios: 1 met a ceiling and 1 is invalid.");
    }

    @Test
    void invalidWithoutAFactorTellsItsReason() {
        CsvRow invalid = Rows.ceiling("a", "verdict=invalid why=the server did not start within 30 s");

        assertThat(sentence(invalid))
                .isEqualTo("Tomcat 11.0.25 NIO was not measured: the server did not start within 30 s.");
    }

    @Test
    void skippedTellsWhy() {
        assertThat(sentence(Rows.ceiling("a", "verdict=skipped why=virtual threads need JDK >= 21, found 17")))
                .isEqualTo("Nothing was measured: virtual threads need JDK >= 21, found 17.");
    }

    @Test
    void aServerThatServedNothingIsNotCalledHeld() {
        assertThat(sentence(Rows.reached("a", 0, "server-heap")))
                .isEqualTo("Tomcat 11.0.25 NIO served no connection; the heap stopped it.");
    }

    @Test
    void unknownIsSaidToBeUnknown() {
        assertThat(sentence(Rows.reached("a", 7, "unknown"))).endsWith("; what stopped it could not be named.");
    }

    @Test
    void runThatWasBrokenOffSaysSo() {
        assertThat(CeilingHeadline.of(List.of(), 1).sentence())
                .isEqualTo("The run was broken off before anything had a result.");
        assertThat(CeilingHeadline.of(Rows.cells(Rows.reached("a", 7, "server-heap")), 2)
                        .detail())
                .endsWith("The run was broken off: 2 scenarios begun without a result.");
    }

    @Test
    void serverThatTellsNothingOfItselfHasNoName() {
        CsvRow row = Rows.reached(
                "a", 500, "unknown", "container= container_version= connector= thread_kind= workload=get /products");

        assertThat(sentence(row)).startsWith("The server held 500 connections (get /products);");
    }

    @Test
    void forksAreOneCellWithTheMedian() {
        Headline headline = CeilingHeadline.of(
                Rows.cells(
                        Rows.reached("a-fork1", 1191, "server-heap"),
                        Rows.reached("a-fork2", 1187, "server-heap", "fork=2"),
                        Rows.reached("a-fork3", 1188, "server-heap", "fork=3")),
                0);

        assertThat(headline.sentence()).contains("held 1 188 WebSockets;");
        assertThat(headline.detail()).contains("1 scenario: 1 met a ceiling.", "up to 3 fresh servers");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "quick-tomcat | Tomcat: file descriptors stopped 25 of 39 scenarios; raise the server's limit of open files (ulimit -n, LimitNOFILE; now 2048). WebSockets on Tomcat 11.0.25 NIO take 71.0 KiB of heap each, 14.6 KiB with buffer=1k instead of default.",
                "ring-3 | Tomcat: file descriptors stopped both scenarios; raise the server's limit of open files (ulimit -n, LimitNOFILE; now 20000). A connection takes 105.3 KiB to 109.8 KiB of heap.",
            })
    void tellsOfRealRuns(String run, String sentence) {
        assertThat(Rows.headline(run).sentence()).isEqualTo(sentence);
        assertThat(Rows.headline(run).figures()).hasSizeBetween(3, 5);
    }
}
