package io.ceiling.harness.report.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.container.Limit;
import io.ceiling.container.ThreadKind;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.reading.ServerReading;
import io.ceiling.harness.reading.ServerReadings;
import io.ceiling.harness.report.Cells;
import io.ceiling.harness.report.Fixtures;
import io.ceiling.harness.report.Summary;
import io.ceiling.harness.report.csv.CeilingsCsv;
import io.ceiling.harness.report.csv.Column;
import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.CsvTable;
import io.ceiling.harness.result.Confidence;
import io.ceiling.harness.result.ScenarioResult;
import io.ceiling.harness.result.Step;
import io.ceiling.harness.result.Verdict;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.scenario.Workload;
import io.ceiling.harness.workload.Workloads;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CeilingsTableTest {

    @Test
    void showsEachVerdictInItsOwnWay() {
        ScenarioResult capped = result(
                Workloads.KEEP_ALIVE,
                ThreadKind.PLATFORM,
                OptionalInt.of(2000),
                1,
                new Verdict.AtLeast(4096, "the cap of 4096 connections was met"));
        Verdict skipped = new Verdict.Skipped("virtual threads need JDK >= 21, found 17");
        List<String> lines = lines(rows(
                result(Workloads.WEBSOCKET, 1, Fixtures.REACHED),
                capped,
                result(
                        Workloads.HOLD_ASYNC,
                        1,
                        new Verdict.Invalid(2048, LimitingFactor.LOAD_CPU, "agents at 98 % CPU")),
                result(Workloads.RECURSIVE, ThreadKind.VIRTUAL, OptionalInt.empty(), 1, skipped)));

        assertThat(lines)
                .startsWith(
                        "thread kind  workload    changed       heap each  process each      held  fails at  stopped by                             p99 ms    s",
                        "platform     websocket                  70.9 KiB        86 KiB     4 040     4 046  server-file-descriptors (nofile=4096)    21.0  7.2");
        assertThat(String.join(" ", lines)).contains("(-: not measured, or it varied too much)");
    }

    private static CsvRow reached(String workload) {
        return Cells.row("scenario=%1$s workload=%1$s verdict=reached ceiling_connections=15".formatted(workload));
    }

    @Test
    void requestsInFlightAreNotCalledHeldUnlessOthersAre() {
        List<String> inFlight = lines(List.of(reached("in-flight /orders")));
        List<String> both = lines(List.of(reached("in-flight /orders"), reached("websocket")));

        assertThat(inFlight.get(0)).contains("in flight").doesNotContain("held");
        assertThat(String.join(" ", inFlight)).contains("in flight: most requests at once");
        assertThat(both.get(0)).contains("held");
        assertThat(String.join(" ", both)).contains("held: most connections alive");
    }

    @Test
    void aRingIsToldByItsServersAndItsSettingsAreThoseOfOneServer() {
        Scenario alone = Fixtures.scenario(
                Workloads.RECURSIVE, ThreadKind.PLATFORM, OptionalInt.empty(), OptionalInt.empty(), 1);
        List<CsvRow> rows = rows(
                Fixtures.result(alone, Fixtures.REACHED),
                Fixtures.result(Fixtures.websocket(), Fixtures.REACHED),
                ofServers(Fixtures.ring(), 6000, 5000, 5500));

        assertThat(lines(rows).get(3)).contains("  instances=3  ");
        assertThat(rows.get(0).cell("used_nofile")).isEqualTo("4096");
        // The readings of a ring are sums; a limit is that of the server that has the least.
        assertThat(rows.get(2).cell("used_nofile")).isEqualTo("5000");
    }

    /** Returns a result whose last sample has a reading of each server, with that many descriptors. */
    private static ScenarioResult ofServers(Scenario scenario, int... descriptors) {
        List<ServerReading> each = IntStream.of(descriptors)
                .mapToObj(most -> ServerReadings.notSeen()
                        .descriptors(100, Limit.of(most))
                        .build())
                .toList();
        Sample sum = Fixtures.sample(7, false, 4046);
        Sample sample = new Sample(
                sum.elapsedNanos(),
                false,
                each.stream().reduce(ServerReading::plus).orElseThrow(),
                sum.host(),
                sum.load(),
                each,
                List.of());
        return Fixtures.reached(scenario, List.of(new Step(1, 4046, 4046, true, "", 900_000_000L, sample, sample)));
    }

    @Test
    void repeatsThatAgreeBecomeOneRowWithTheirSpread() {
        List<String> lines = lines(rows(fork(1, 4040), fork(2, 4000), fork(3, 4044)));

        assertThat(lines.get(1)).contains("  4 040 (4 000..4 044)  ").endsWith(" 21.6");
        assertThat(lines).filteredOn(line -> line.startsWith("tomcat")).hasSize(1);
    }

    @Test
    void theErrorOfACostOfRepeatsIsThatBetweenThem() {
        List<CsvRow> rows = rows(fork(1, 4040), fork(2, 4000), fork(3, 4044));

        List<String> lines = lines(List.of(
                withHeap(rows.get(0), 60 * 1024), withHeap(rows.get(1), 70 * 1024), withHeap(rows.get(2), 80 * 1024)));

        // The standard error of each line is 0.3 KiB; 10 KiB of deviation make 5.8 of three forks.
        assertThat(lines.get(1)).contains("  70.0 ± 5.8 KiB  ");
    }

    @Test
    void aResidentSetWithFreeHeapIsMarked() {
        List<CsvRow> rows = rows(
                result(Workloads.WEBSOCKET, 1, Fixtures.REACHED), result(Workloads.KEEP_ALIVE, 1, Fixtures.REACHED));

        List<String> lines = lines(List.of(rows.get(0), withFreeHeap(rows.get(1))));

        assertThat(lines.get(1)).contains("  86 KiB  ");
        assertThat(lines.get(2)).contains("  90 KiB*  ");
        assertThat(String.join(" ", lines)).contains("* with them, where they could not be told apart");
    }

    /** Forks are shown with the mean of one figure, not of two. */
    @Test
    void repeatsOfWhichOneLacksTheFigureShowTheOthers() {
        List<CsvRow> rows = rows(fork(1, 4040), fork(2, 4000), fork(3, 4040));

        assertThat(lines(List.of(rows.get(0), withFreeHeap(rows.get(1)), rows.get(2)))
                        .get(1))
                .contains("  86.4 ± 0.0 KiB  ");
    }

    @Test
    void aCostThatIsLostInTheErrorOfItsLineIsNone() {
        CsvRow lost =
                Cells.with(rows(fork(1, 4040)).get(0), "rss_bytes_per_connection=1000 rss_bytes_per_connection_se=600");

        List<String> lines = lines(List.of(lost));

        assertThat(lines.get(1)).contains("  70.9 KiB  4 040  ");
    }

    private static CsvRow withFreeHeap(CsvRow row) {
        return Cells.with(row, "rss_bytes_per_connection=92160 rss_with_free_heap=true");
    }

    private static CsvRow withHeap(CsvRow row, int bytes) {
        return Cells.with(row, "heap_bytes_per_connection=" + bytes);
    }

    @Test
    void repeatsThatDisagreeAreShownOneByOne() {
        Verdict heap = new Verdict.Reached(
                4000, 4096, LimitingFactor.SERVER_HEAP, "heap full", "raise heap", Confidence.HIGH, List.of());

        List<String> lines = lines(rows(fork(1, 4040), result(Workloads.WEBSOCKET, 2, heap)));

        assertThat(lines.get(1)).contains("fork=1 ", " server-file-descriptors (");
        assertThat(lines.get(2)).contains("fork=2 ", " server-heap ");
    }

    @Test
    void aLongTextEndsAfterAWholeClauseAndNeverInsideAnObject() {
        String clause = "server-file-descriptors: 1807 of 2048 files open, 2 a connection";
        String answer =
                "{\"reached\":1012,\"failure\":\"java.net.SocketException: Too many open files; the rest of it\"}";

        assertThat(CeilingsTable.cut(clause + "; the answer says: " + answer)).isEqualTo(clause + "; ...");
        assertThat(CeilingsTable.cut(clause)).isEqualTo(clause);
        assertThat(CeilingsTable.cut("x".repeat(200))).hasSize(120).endsWith("x...");
    }

    private static ScenarioResult fork(int fork, int ceiling) {
        LimitingFactor factor = LimitingFactor.SERVER_FILE_DESCRIPTORS;
        return result(
                Workloads.WEBSOCKET,
                fork,
                new Verdict.Reached(
                        ceiling, ceiling + 6, factor, "all open", "raise nofile", Confidence.HIGH, List.of()));
    }

    private static ScenarioResult result(Workload workload, int fork, Verdict verdict) {
        return result(workload, ThreadKind.PLATFORM, OptionalInt.empty(), fork, verdict);
    }

    private static ScenarioResult result(
            Workload workload, ThreadKind kind, OptionalInt threads, int fork, Verdict verdict) {
        Scenario scenario = Fixtures.scenario(workload, kind, threads, OptionalInt.empty(), fork);
        return Fixtures.result(scenario, verdict);
    }

    private static List<String> lines(List<CsvRow> rows) {
        return CeilingsTable.lines(Summary.of(rows), true);
    }

    private static List<CsvRow> rows(ScenarioResult... results) {
        List<List<String>> table = new ArrayList<>();
        table.add(Column.names(CeilingsCsv.COLUMNS));
        for (ScenarioResult result : results) {
            table.add(Column.cells(CeilingsCsv.COLUMNS, new CeilingsCsv.CeilingRow("run", result)));
        }
        return CsvTable.ceilings(Path.of("ceilings.csv"), table);
    }
}
