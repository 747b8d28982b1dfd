package io.ceiling.harness.report.console;

import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.rows.ColumnKey;
import io.ceiling.harness.text.Figures;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;

/**
 * A table of text with aligned columns. A pure function.
 *
 * @param columns columns from left to right
 * @param <R> type of a row
 */
public record TextTable<R>(List<Column<R>> columns) {

    private static final String NOT_KNOWN = "-";

    /**
     * A column.
     *
     * @param title header of the column
     * @param right true for figures, which are right-aligned
     * @param cell returns the text of a row in this column
     */
    public record Column<R>(String title, boolean right, Function<R, String> cell) {}

    public TextTable {
        columns = List.copyOf(columns);
    }

    public static <R> Column<R> text(String title, Function<R, String> cell) {
        return new Column<>(title, false, cell);
    }

    public static <R> Column<R> figure(String title, Function<R, String> cell) {
        return new Column<>(title, true, cell);
    }

    /** Returns a column of figures exactly as in a CSV file; a dash for an empty cell. */
    public static Column<CsvRow> figure(String title, ColumnKey csvColumn) {
        return figure(title, row -> row.text(csvColumn).isEmpty() ? NOT_KNOWN : row.text(csvColumn));
    }

    /**
     * Returns a column of figures of a CSV file, divided by the unit and with that number of digits; a dash for an
     * empty cell.
     */
    public static Column<CsvRow> figure(String title, ColumnKey.Amount csvColumn, double unit, int digits) {
        return figure(title, row -> number(row, csvColumn, unit, digits));
    }

    /** Returns a column of whole numbers of a CSV file; a dash for an empty cell. */
    static Column<CsvRow> count(String title, ColumnKey.Amount csvColumn) {
        return figure(title, row -> count(row, csvColumn));
    }

    static String number(CsvRow row, ColumnKey.Amount column, double unit, int digits) {
        return row.number(column).isPresent() ? Figures.number(row.amount(column) / unit, digits) : NOT_KNOWN;
    }

    static String count(CsvRow row, ColumnKey.Amount column) {
        return row.number(column).isPresent() ? Figures.count((long) row.amount(column)) : NOT_KNOWN;
    }

    public List<String> lines(List<R> rows) {
        List<List<String>> cells = new ArrayList<>();
        cells.add(columns.stream().map(Column::title).toList());
        rows.forEach(row -> cells.add(
                columns.stream().map(column -> column.cell().apply(row)).toList()));
        return aligned(cells, columns.stream().map(Column::right).toList());
    }

    /** Returns a line for each row of text. All rows must have the same number of cells. */
    public static List<String> aligned(List<List<String>> rows) {
        return rows.isEmpty()
                ? List.of()
                : aligned(rows, Collections.nCopies(rows.get(0).size(), false));
    }

    private static List<String> aligned(List<List<String>> rows, List<Boolean> right) {
        int[] widths = new int[right.size()];
        rows.forEach(row -> {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        });
        return rows.stream().map(row -> line(row, widths, right)).toList();
    }

    private static String line(List<String> row, int[] widths, List<Boolean> right) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            String space = " ".repeat(widths[i] - row.get(i).length());
            line.append(i == 0 ? "" : "  ").append(right.get(i) ? space + row.get(i) : row.get(i) + space);
        }
        return line.toString().stripTrailing();
    }
}
