package io.ceiling.harness.report.console;

import io.ceiling.harness.report.Figures;
import io.ceiling.harness.report.VariedSettings;
import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.ForkSlope;
import io.ceiling.harness.report.csv.ResidentCost;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The end of a run whose table does not fit on a screen: rows that differ in connector, kind of threads or fork alone and
 * that the same limit stopped share a line. Made from ceilings.csv alone; pure functions.
 */
public final class ShortTable {

    /** Name of the file with the whole table. */
    public static final String WHOLE = "table.txt";

    /** Most rows whose table is printed as it is. */
    private static final int MOST_ROWS = 15;

    private static final int KIB = 1024;

    /**
     * A line.
     *
     * @param rows rows that share it, at least one
     * @param varied settings in which they differ from most others
     */
    private record Line(List<CsvRow> rows, String varied) {

        String each(String column) {
            return rows.stream().map(row -> row.text(column)).distinct().collect(Collectors.joining(","));
        }

        String ceiling() {
            CsvRow first = rows.get(0);
            DoubleSummaryStatistics ceilings = rows.stream()
                    .flatMapToDouble(row -> row.number("ceiling_connections").stream())
                    .summaryStatistics();
            if (ceilings.getCount() == 0 || ceilings.getMin() == ceilings.getMax()) {
                return CeilingsTable.ceiling(List.of(first), first);
            }
            return (first.text("verdict").equals("reached") ? "" : ">= ")
                    + "%s..%s".formatted(Figures.count((long) ceilings.getMin()), Figures.count((long)
                            ceilings.getMax()));
        }

        /** Returns the least and the most that a connection costs; a dash if no row tells. */
        String cost(String column) {
            DoubleSummaryStatistics bytes = rows.stream()
                    .flatMap(row -> ForkSlope.of(List.of(row), column).stream())
                    .collect(Collectors.summarizingDouble(ForkSlope::mean));
            if (bytes.getCount() == 0) {
                return "-";
            }
            boolean kibibytes = bytes.getMax() >= KIB;
            String pattern = kibibytes ? "%.1f" : "%.0f";
            String least = String.format(Locale.ROOT, pattern, bytes.getMin() / (kibibytes ? KIB : 1));
            String most = String.format(Locale.ROOT, pattern, bytes.getMax() / (kibibytes ? KIB : 1));
            return "%s %s".formatted(least.equals(most) ? most : least + ".." + most, kibibytes ? "KiB" : "B");
        }
    }

    private static final TextTable<Line> TABLE = new TextTable<>(List.of(
            TextTable.text("container", line -> line.each("container")),
            TextTable.text("connector", line -> line.each("connector")),
            TextTable.text("thread kind", line -> line.each("thread_kind")),
            TextTable.text("workload", line -> line.each("workload")),
            TextTable.text("varied", Line::varied),
            TextTable.figure("ceiling", Line::ceiling),
            TextTable.text(
                    "limiting factor", line -> CeilingsTable.factor(line.rows().get(0))),
            TextTable.figure("heap/conn", line -> line.cost("heap_bytes_per_connection")),
            TextTable.figure("RSS/conn", line -> line.cost(ResidentCost.COLUMN))));

    private ShortTable() {}

    /** Returns true if the table of these rows is too long to be read at the end of a run. */
    public static boolean isFor(List<CsvRow> rows) {
        return CeilingsTable.byCell(rows).size() > MOST_ROWS;
    }

    /**
     * Returns the lines of the table, followed by the evidence of each limit and by where the whole table is.
     *
     * @param rows rows of ceilings.csv
     */
    public static List<String> lines(List<CsvRow> rows) {
        VariedSettings varied =
                new VariedSettings(rows.stream().map(CsvRow::named).toList());
        Map<List<String>, List<CsvRow>> shared = new LinkedHashMap<>();
        for (CsvRow row : rows) {
            List<String> alike = List.of(
                    row.text("container"),
                    row.text("workload"),
                    varied.text(row.named()),
                    row.text("verdict"),
                    CeilingsTable.factor(row));
            shared.computeIfAbsent(alike, any -> new ArrayList<>()).add(row);
        }
        List<String> lines = new ArrayList<>(TABLE.lines(shared.values().stream()
                .map(alike -> new Line(alike, varied.text(alike.get(0).named())))
                .toList()));
        lines.add("unless varied: " + varied.usual());
        lines.add("");
        CeilingsTable.evidence(rows).stream()
                .filter(line -> !line.startsWith(CeilingsTable.NEXT))
                .forEach(lines::add);
        lines.addAll(CeilingsTable.warnings(rows));
        lines.add("least..most of what shares a line; each of the %d rows, with errors and messages: %s"
                .formatted(rows.size(), WHOLE));
        return lines;
    }
}
