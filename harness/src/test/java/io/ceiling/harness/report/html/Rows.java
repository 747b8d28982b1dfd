package io.ceiling.harness.report.html;

import io.ceiling.harness.report.Cells;
import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.CsvTable;
import io.ceiling.harness.report.html.chart.MatrixCell;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Rows for tests: made by hand, or of the runs that are kept in the repository. */
public final class Rows {

    public static final Path REFERENCE = Path.of("..", "results", "reference");

    private static final Map<String, String> USUAL = Cells.of(
            "container=tomcat container_version=11.0.25 connector=nio thread_kind=platform workload=websocket",
            "fork=1 instances=1");

    private Rows() {}

    /** A row of ceilings.csv; {@link Cells} on top of the usual ones. */
    public static CsvRow ceiling(String scenario, String... cells) {
        return Cells.with(Cells.with(CsvRow.of(USUAL), "scenario=" + scenario), cells);
    }

    public static CsvRow reached(String scenario, int connections, String factor, String... cells) {
        return Cells.with(
                ceiling(scenario, "verdict=reached ceiling_connections=" + connections, "limiting_factor=" + factor),
                cells);
    }

    static List<MatrixCell> cells(CsvRow... rows) {
        return MatrixCell.of(List.of(rows));
    }

    static CsvTable table(CsvRow... rows) {
        return new CsvTable("test.csv", "", List.of(rows));
    }

    static ReportModel reference(String run) {
        return ReportModel.of(RunFiles.read(REFERENCE.resolve(run)));
    }

    static List<CsvRow> rows(String run, String file) {
        return CsvTable.read(REFERENCE.resolve(run), file).rows();
    }

    static Headline headline(String run) {
        return RunFiles.read(REFERENCE.resolve(run)).headline();
    }

    public static List<String> values(Headline headline) {
        List<String> values = new ArrayList<>();
        headline.figures().forEach(figure -> values.add(figure.value() + " " + figure.label()));
        return values;
    }
}
