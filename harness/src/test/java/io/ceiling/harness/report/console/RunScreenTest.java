package io.ceiling.harness.report.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.report.Cells;
import io.ceiling.harness.report.RunSetup;
import io.ceiling.harness.report.Summary;
import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.CsvTable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class RunScreenTest {

    private static final RunSetup SLO_800_MS =
            new RunSetup("run", List.of(), List.of(), OptionalDouble.of(800e6), Map.of());

    private static final CsvRow USUAL = Cells.row(
            "container=tomcat container_version=11.0.25 connector=nio thread_kind=platform workload=websocket",
            "max_threads=default buffer_bytes=default used_max_threads=200 nofile=2048 used_nofile=2048",
            "verdict=reached ceiling_connections=2020 limiting_factor=server-file-descriptors",
            "evidence=2048 of 2048 files open, 1 a connection relief=raise the limit of open files",
            "heap_bytes_per_connection=72704 heap_bytes_per_connection_se=100 response_p99_ns=14000000 duration_s=6.1",
            "warnings= why= next_limits=");

    private static CsvRow row(String scenario, String... cells) {
        return Cells.with(Cells.with(USUAL, "scenario=" + scenario + "-fork1"), cells);
    }

    private static CsvRow waiting(String scenario, String... cells) {
        CsvRow waiting = row(
                scenario,
                "workload=hold-blocking ceiling_connections=200 limiting_factor=server-threads",
                "evidence=200 of 200 request threads busy relief=raise maxThreads (now 200)");
        return Cells.with(waiting, cells);
    }

    private static List<CsvRow> matrix() {
        return List.of(
                waiting("a"),
                row("b", "workload=hold-blocking thread_kind=virtual"),
                waiting("c", "max_threads=2000 used_max_threads=2000 ceiling_connections=2000"),
                row("d"),
                row("e", "thread_kind=virtual"),
                row("f", "buffer_bytes=1024 heap_bytes_per_connection=14950"));
    }

    private static List<String> lines(CsvRow... rows) {
        return RunScreen.lines(List.of(rows), SLO_800_MS);
    }

    @Test
    void aMatrixBeginsWithWhatAConnectionCostsAndMarksWhatTheRunHasSet() {
        assertThat(RunScreen.lines(matrix(), SLO_800_MS))
                .containsSubsequence(
                        "HEAP EACH, KiB  200 thr  virtual  2000 thr",
                        "hold-blocking      71.0     71.0      71.0",
                        "websocket          71.0     71.0")
                .containsSubsequence(
                        "HELD           200 thr  virtual  2000 thr",
                        "hold-blocking    200 T  2 020 f   2 000 t",
                        "websocket      2 020 f  2 020 f")
                .containsSubsequence(
                        "WHAT A SETTING CHANGED",
                        "200 thr websocket  buffer default -> 1k  heap 71.0 -> 14.6 KiB each (-79 %)  2 020 held f");
    }

    @Test
    void theLimitThatNobodyHasSetForTheRunComesFirst() {
        assertThat(RunScreen.lines(matrix(), SLO_800_MS))
                .containsSubsequence(
                        "WHAT STOPPED THEM  (a small letter: a setting of this run)",
                        "T   1  server-threads (200 thr hold-blocking)",
                        "       200 of 200 request threads busy",
                        "    -> raise maxThreads (now 200)",
                        "f   4  server-file-descriptors: nofile=2048, as this run sets it",
                        "t   1  server-threads: threads=2000, as this run sets it (2000 thr hold-blocking threads=2000)");
    }

    @Test
    void oneRowIsToldInSentences() {
        assertThat(RunScreen.lines(
                        List.of(row(
                                "probe",
                                "thread_kind= nofile=2048 next_limits=server-heap: 81 % used confidence=high")),
                        new RunSetup(
                                "probe",
                                List.of("http://127.0.0.1:8080/shop  tomcat 11.0.25, pid 7"),
                                List.of("its log", "its heap"),
                                OptionalDouble.empty(),
                                Map.of())))
                .containsSubsequence(
                        "http://127.0.0.1:8080/shop  tomcat 11.0.25, pid 7",
                        "    websocket",
                        "2 020 connections, then server-file-descriptors  (6.1 s)",
                        "    2048 of 2048 files open, 1 a connection",
                        " -> raise the limit of open files",
                        "    next  server-heap: 81 % used",
                        "    each costs heap 71.0 KiB; 99 % answered within 14.0 ms",
                        "not seen  its heap")
                .noneMatch(line -> line.contains("as this run sets it"));
    }

    @Test
    void aResponseTimeNearTheSloIsTold() {
        assertThat(lines(row("a"), row("b", "workload=keep-alive response_p99_ns=771000000")))
                .contains(" !  keep-alive: 99 % of the last answers took up to 771 ms, near the SLO of 800 ms");
        assertThat(lines(row("a"), row("b"))).noneMatch(line -> line.startsWith(" !"));
    }

    @Test
    void warningsOfOneKindAreOneLine() {
        assertThat(lines(
                        row("a", "warnings=the host was busy: others used 13 %; another run (pid 1)"),
                        row("b", "workload=keep-alive warnings=the host was busy: others used 60 %")))
                .contains(" !  all rows: the host was busy: others used 13 %", " !  websocket: another run (pid 1)");
    }

    @Test
    void whatIsNoCeilingTellsWhy() {
        assertThat(lines(
                        row("a"),
                        row("b", "verdict=skipped relief= workload=keep-alive why=needs a JDK 21"),
                        row("c", "verdict=skipped relief= workload=keep-alive why=needs a JDK 21")))
                .contains("    2  skipped: needs a JDK 21 (keep-alive, keep-alive)")
                .last()
                .isEqualTo("1 of 3 scenarios met a limit, 2 skipped; measured for 18 s");
    }

    @Test
    void aRunWithoutARowSaysSo() {
        assertThat(lines()).containsExactly("no row: nothing was measured");
    }

    /** The quick matrix of Tomcat as it is kept, with 39 rows. */
    @Test
    void aQuickMatrixFitsOnAScreenOfAHundredColumns() {
        List<CsvRow> kept = CsvTable.ceilings(Path.of("../results/reference/quick-tomcat/ceilings.csv"));

        List<String> lines = RunScreen.lines(kept, RunSetup.of(Path.of("../results/reference/quick-tomcat")));

        assertThat(lines).hasSizeLessThanOrEqualTo(70).allSatisfy(line -> assertThat(line)
                .hasSizeLessThanOrEqualTo(100));
        assertThat(kept).hasSize(39);
    }

    @Test
    void everyRowOfAMatrixIsInOneTableOrTheOther() {
        List<Summary> all = Summary.of(matrix());
        Pivot pivot = Pivot.of(all);
        List<Summary> elsewhere = new ArrayList<>(all);
        elsewhere.removeIf(pivot::has);

        assertThat(elsewhere).extracting(Summary::changed).containsExactly("buffer=1k");
    }

    @Test
    void whatComesNextIsSaidOfServersThatCanBeClimbed() {
        assertThat(RunScreen.next(matrix(), SLO_800_MS))
                .anyMatch(line -> line.startsWith("next:     ceiling climb --container=tomcat "));
        assertThat(RunScreen.next(List.of(row("a", "workload=get /shop")), SLO_800_MS))
                .noneMatch(line -> line.contains("ceiling climb"));
    }

    @Test
    void whatWasFoundOfAnApplicationIsToBeChangedAndMeasuredAgain() {
        CsvRow reached = row("a", "workload=get /shop verdict=reached ceiling_connections=200 relief=raise it");
        CsvRow unbounded = row("a", "workload=get /shop verdict=at-least ceiling_connections=200 relief=");

        assertThat(RunScreen.next(List.of(reached), SLO_800_MS))
                .containsExactly("next:     change what the arrow says, then run the same command again");
        assertThat(RunScreen.next(List.of(unbounded), SLO_800_MS)).isEmpty();
    }

    @Test
    void aServerThatServesNobodyIsNotSaidToHoldAtLeastNone() {
        CsvRow stuck = row(
                "a",
                "workload=get /shop verdict=at-least ceiling_connections=0 limiting_factor=server-stuck why=deadlock");

        assertThat(RunScreen.lines(List.of(stuck), SLO_800_MS))
                .anyMatch(line -> line.startsWith("none, not even one, then server-stuck"));
    }
}
