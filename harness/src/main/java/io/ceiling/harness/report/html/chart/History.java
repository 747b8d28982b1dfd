package io.ceiling.harness.report.html.chart;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.ceiling.harness.matrix.Dimension;
import io.ceiling.harness.report.VariedSettings;
import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.CsvTable;
import io.ceiling.harness.report.csv.ForkSlope;
import io.ceiling.harness.report.csv.Keys;
import io.ceiling.harness.report.csv.ResidentCost;
import io.ceiling.harness.rows.ColumnKey;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The figures of a run for charts of its history, in the format of github-action-benchmark. That action expects one
 * direction per file, so there are two. A pure function of ceilings.csv.
 *
 * @param costs bytes per connection, of which fewer are better
 * @param ceilings connections, of which more are better
 */
public record History(List<HistoryFigure> costs, List<HistoryFigure> ceilings) {

    /** Name of the file of {@link #costs}: {@code customSmallerIsBetter}. */
    public static final String COSTS = "history-costs.json";

    /** Name of the file of {@link #ceilings}: {@code customBiggerIsBetter}. */
    public static final String CEILINGS = "history-ceilings.json";

    /**
     * A figure.
     *
     * @param name name of the figure; the same in the next run of the matrix, so that both are on one line
     * @param range its spread, in words; null if not known
     * @param extra what else a reader wants to know of it
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record HistoryFigure(String name, String unit, double value, @Nullable String range, String extra) {}

    public History {
        costs = List.copyOf(costs);
        ceilings = List.copyOf(ceilings);
    }

    /** Returns the figures of all settings; of several forks the mean of their costs, and the median of their ceilings. */
    public static History of(List<CsvRow> rows) {
        VariedSettings varied = new VariedSettings(rows);
        List<HistoryFigure> costs = new ArrayList<>();
        List<HistoryFigure> ceilings = new ArrayList<>();
        for (List<CsvRow> forks :
                CsvTable.grouped(rows, CsvRow::scenarioWithoutFork).values()) {
            CsvRow row = MatrixCell.median(forks);
            String name = name(row, varied);
            costColumns(forks).forEach((column, what) -> ForkSlope.of(forks, column)
                    .ifPresent(slope -> costs.add(new HistoryFigure(
                            name + ": " + what, "bytes", Math.rint(slope.mean()), range(slope), extra(row, forks)))));
            if (row.text(Keys.VERDICT).equals("reached")) {
                ceilings.add(new HistoryFigure(
                        name + ": ceiling",
                        "connections",
                        MatrixCell.connectionsOf(row),
                        span(forks),
                        extra(row, forks)));
            }
        }
        return new History(costs, ceilings);
    }

    // Pages of the heap that hold no object are no cost of a connection.
    private static Map<ColumnKey.Amount, String> costColumns(List<CsvRow> forks) {
        Map<ColumnKey.Amount, String> columns = new LinkedHashMap<>();
        columns.put(Keys.HEAP, "heap of a connection");
        columns.put(
                ResidentCost.COLUMN,
                ResidentCost.hasFreeHeap(forks)
                        ? "resident set of a connection"
                        : "resident set without free heap of a connection");
        columns.put(Keys.KERNEL, "kernel memory of a connection");
        return columns;
    }

    private static String name(CsvRow row, VariedSettings varied) {
        return Phrases.joined(
                row.text(Dimension.CONTAINER),
                row.text(Dimension.CONNECTOR),
                row.text(Dimension.THREAD_KIND),
                row.text(Dimension.WORKLOAD),
                varied.multiValued(row, Set.of()));
    }

    private static @Nullable String range(ForkSlope slope) {
        return slope.margin().isEmpty()
                ? null
                : "± %d".formatted(Math.round(slope.margin().getAsDouble()));
    }

    private static @Nullable String span(List<CsvRow> forks) {
        return forks.size() == 1
                ? null
                : "%d to %d"
                        .formatted(
                                Math.round(forks.stream()
                                        .mapToDouble(MatrixCell::connectionsOf)
                                        .min()
                                        .orElse(0)),
                                Math.round(forks.stream()
                                        .mapToDouble(MatrixCell::connectionsOf)
                                        .max()
                                        .orElse(0)));
    }

    private static String extra(CsvRow row, List<CsvRow> forks) {
        List<String> lines = new ArrayList<>();
        lines.add(Phrases.server(row));
        if (!row.text(Keys.used(Dimension.JDK)).isEmpty()) {
            lines.add("JDK " + row.text(Keys.used(Dimension.JDK)));
        }
        if (!row.text(Keys.FACTOR).isEmpty()) {
            lines.add("limit " + row.text(Keys.FACTOR));
        }
        lines.add(Phrases.count(forks.size(), "fork"));
        return String.join("\n", lines);
    }
}
