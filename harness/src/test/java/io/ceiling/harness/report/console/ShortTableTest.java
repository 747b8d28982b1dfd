package io.ceiling.harness.report.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.container.ThreadKind;
import io.ceiling.harness.model.Confidence;
import io.ceiling.harness.model.LimitingFactor;
import io.ceiling.harness.model.Verdict;
import io.ceiling.harness.model.Workload;
import io.ceiling.harness.report.Fixtures;
import io.ceiling.harness.report.csv.CeilingsCsv;
import io.ceiling.harness.report.csv.Column;
import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.CsvTable;
import io.ceiling.harness.workload.Workloads;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class ShortTableTest {

    private final List<List<String>> table = new ArrayList<>(List.of(Column.names(CeilingsCsv.COLUMNS)));

    private ShortTableTest row(Workload workload, ThreadKind kind, int threads, Verdict verdict) {
        OptionalInt pool = threads == 0 ? OptionalInt.empty() : OptionalInt.of(threads);
        table.add(Column.cells(
                CeilingsCsv.COLUMNS,
                new CeilingsCsv.Row(
                        "run",
                        Fixtures.result(Fixtures.scenario(workload, kind, pool, OptionalInt.empty(), 1), verdict))));
        return this;
    }

    private static Verdict reached(int ceiling, LimitingFactor factor) {
        return new Verdict.Reached(ceiling, ceiling + 1, factor, "seen", "raise it", Confidence.HIGH, List.of());
    }

    private List<CsvRow> rows() {
        return CsvTable.ceilings(Path.of("ceilings.csv"), table);
    }

    @Test
    void rowsOfOneLimitShareALineWithTheLeastAndTheMost() {
        row(Workloads.WEBSOCKET, ThreadKind.PLATFORM, 0, reached(4040, LimitingFactor.SERVER_FILE_DESCRIPTORS));
        row(Workloads.WEBSOCKET, ThreadKind.VIRTUAL, 0, reached(4036, LimitingFactor.SERVER_FILE_DESCRIPTORS));
        row(Workloads.WEBSOCKET, ThreadKind.PLATFORM, 90, reached(90, LimitingFactor.SERVER_THREADS));
        row(Workloads.KEEP_ALIVE, ThreadKind.PLATFORM, 0, new Verdict.AtLeast(4096, "the cap was met"));

        List<String> lines = ShortTable.lines(rows());

        assertThat(lines)
                .startsWith(
                        "container  connector  thread kind       workload    varied           ceiling  limiting factor          heap/conn  RSS/conn",
                        "tomcat     nio        platform,virtual  websocket               4 036..4 040  server-file-descriptors   70.9 KiB  86.4 KiB",
                        "tomcat     nio        platform          websocket   threads=90            90  server-threads            70.9 KiB  86.4 KiB",
                        "tomcat     nio        platform          keep-alive                  >= 4 096  (none met)                70.9 KiB  86.4 KiB")
                .contains("server-threads: seen", "    -> raise it", "at-least: the cap was met")
                .noneMatch(line -> line.startsWith("    next"))
                .last()
                .isEqualTo(
                        "least..most of what shares a line; each of the 4 rows, with errors and messages: table.txt");
    }

    @Test
    void isForMoreRowsThanAreReadAtTheEndOfARun() {
        for (int threads = 1; threads <= 15; threads++) {
            row(Workloads.RECURSIVE, ThreadKind.PLATFORM, threads, reached(threads, LimitingFactor.SERVER_THREADS));
        }
        boolean forFifteen = ShortTable.isFor(rows());
        row(Workloads.RECURSIVE, ThreadKind.PLATFORM, 16, reached(16, LimitingFactor.SERVER_THREADS));

        assertThat(forFifteen).isFalse();
        assertThat(ShortTable.isFor(rows())).isTrue();
    }

    /** The quick matrix of Tomcat as it is kept, with 39 rows. */
    @Test
    void theEndOfAQuickMatrixFitsOnAScreen() {
        List<CsvRow> kept = CsvTable.ceilings(Path.of("../results/reference/quick-tomcat/ceilings.csv"));

        assertThat(kept).hasSize(39);
        assertThat(ShortTable.lines(kept)).hasSizeLessThanOrEqualTo(38);
    }
}
