package io.ceiling.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.report.Fixtures;
import io.ceiling.harness.result.SampleInterval;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrafficTableTest {

    private final Locale original = Locale.getDefault();

    @TempDir
    private Path folder;

    @AfterEach
    void restoreLocale() {
        Locale.setDefault(original);
    }

    private List<String> linesOf(TrafficResult result) {
        try (TrafficCsv files = new TrafficCsv(folder, List::of)) {
            files.append(Fixtures.websocket(), Fixtures.started("java"), result);
            return TrafficTable.lines(files.rows(), List.of(), folder);
        }
    }

    private static List<String> cells(String line) {
        return List.of(line.strip().split(" {2,}"));
    }

    @Test
    void hasARowForTheConnectionsAndOneForTheProbe() {
        Locale.setDefault(Locale.forLanguageTag("ar-SA-u-nu-arab"));

        List<String> lines = linesOf(TrafficResults.result("", TrafficResults.probe()));

        assertThat(cells(lines.get(1)))
                .startsWith("connections", "opened/s", "requests", "requests/s", "offered/s", "MB/s", "p50 ms");
        assertThat(cells(lines.get(2)))
                .containsExactly(
                        "19 000", "3 800", "45 600", "760.0", "760.0", "1.65", "0.42", "2.31", "31.3", "12", "0.12",
                        "50.7", "0.05", "45", "500", "300", "10 000", "7.1", "-");
        assertThat(cells(lines.get(4)))
                .containsExactly(
                        "probe, closed loop",
                        "requests",
                        "requests/s",
                        "mean ms",
                        "p50 ms",
                        "p99 ms",
                        "max ms",
                        "failed",
                        "CPU");
        assertThat(cells(lines.get(5)))
                .containsExactly("10", "100 040", "25 010", "0.318", "0.250", "0.990", "41.5", "0", "0.50");
        assertThat(lines).noneMatch(line -> line.startsWith("not held"));
        assertThat(lines.get(lines.size() - 1)).isEqualTo("results: " + folder);
    }

    @Test
    void saysWhyConnectionsWereNotHeld() {
        List<String> lines = linesOf(TrafficResults.result(
                "18990 of 19000 connections were held: 10 x closed-while-held", Optional.empty()));

        assertThat(lines).contains("not held: 18990 of 19000 connections were held: 10 x closed-while-held");
        assertThat(cells(lines.get(2))).startsWith("18 990");
        // The last line has the folder, whose name may be any.
        assertThat(lines.subList(0, lines.size() - 1)).noneMatch(line -> line.contains("probe"));
    }

    @Test
    void withoutAResultThereIsOnlyTheReason() {
        try (TrafficCsv files = new TrafficCsv(folder, List::of)) {
            files.append(Fixtures.websocket(), TrafficResults.ASKED, "server not ready\nwithin 30s");

            assertThat(TrafficTable.lines(files.rows(), List.of(), folder))
                    .startsWith("", "not held: server not ready within 30s")
                    .hasSize(4);
        }
    }

    @Test
    void everyStatedLoadIsARowWithTheReasonsToDoubtIt() {
        try (TrafficLoadsCsv file = new TrafficLoadsCsv(folder, List::of)) {
            file.append(Fixtures.websocket(), Fixtures.started("java"), TrafficResults.load(10, 0.5, ""));
            file.append(Fixtures.websocket(), Fixtures.started("java"), TrafficResults.load(80, 0.05, "too few"));

            List<String> lines = TrafficTable.lines(List.of(), file.rows(), folder);

            assertThat(cells(lines.get(1))).startsWith("load %", "offered/s", "requests/s", "p50 ms", "p99 ms");
            assertThat(cells(lines.get(2)))
                    .containsExactly(
                            "10", "760", "760", "0.42", "2.31", "9.00", "31.3", "2.31", "0.0", "0", "0.12", "0.05",
                            "-");
            assertThat(cells(lines.get(3))).startsWith("80", "6 080");
            assertThat(lines.get(4))
                    .isEqualTo(
                            "100 %: 7 600 requests/s over 4 096 connections, the highest rate of which 95 % are answered"
                                    + " (7 480 when tried once more); then server CPU 0.90, load generator 0.80");
            assertThat(lines.get(5)).startsWith("marks at 10 %: the highest rate may be that of the connections");
            assertThat(lines.get(6))
                    .startsWith("marks at 80 %: not steady when its warm-up ended: too few; answered 12.5 % of what was"
                            + " offered")
                    .contains("whose processors were full: server 0.90, load generator 0.80");
        }
    }

    @Test
    void aHighestRateWithinAnSloHasWhatWasSentInTimeAndLate() {
        try (TrafficLoadsCsv file = new TrafficLoadsCsv(folder, List::of)) {
            file.append(Fixtures.websocket(), Fixtures.started("java"), TrafficResults.loadInTime(100));

            assertThat(TrafficTable.lines(List.of(), file.rows(), folder))
                    .contains(
                            "100 %: 7 600 requests/s over 4 096 connections, the highest rate of which 99 % are answered within"
                                    + " 1 000 ms of their intended start: 7 560 in time when tried once more, 2 500 sent in time"
                                    + " and 5 100 more than 1 ms late; then server CPU 0.90, load generator 0.80");
        }
        assertThat(TrafficTable.progress(new RateSearch.TimedTrial(24_000, 240_000, 200_000, 60_000, 10)))
                .isEqualTo("tried 24 000 requests/s: 20 000/s answered in time, 18 000/s sent in time and 6 000/s late:"
                        + " not met");
    }

    @Test
    void everySecondIsALineAndARow() throws IOException {
        TrafficSecond before = new TrafficSecond(
                TrafficSecond.TrafficPhase.PROBE,
                1_000_000_000L,
                new SampleInterval(Fixtures.sample(3, false, 1000), Fixtures.sample(5, false, 1500)));

        assertThat(TrafficTable.progress(before))
                .isEqualTo(
                        "time   4 s, concurrency: 1 500, total requests: 3 000, throughput: 0.00 MB/s, 500 requests/s,"
                                + " 3 failed (probe)");
        try (TrafficCsv files = new TrafficCsv(folder, List::of)) {
            files.append(before);
        }
        assertThat(Files.readAllLines(folder.resolve("traffic.csv")))
                .containsExactly(
                        "elapsed_s,phase,alive,requests,requests_per_s,read_bytes_per_s,written_bytes_per_s,"
                                + "response_p50_ns,response_p99_ns,response_p999_ns,response_max_ns,late_sends,failed,"
                                + "server_cores,loader_cores,server_rss_bytes,server_heap_used_bytes",
                        "4.000,probe,1500,3000,500,0,0,900000,21000000,30000000,44000000,7,3,0,0,400000000,300000000");
    }
}
