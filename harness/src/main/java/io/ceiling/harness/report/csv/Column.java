package io.ceiling.harness.report.csv;

import io.ceiling.harness.rows.Rows;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * A column of a CSV file. An empty cell stands for "not known".
 *
 * @param name name of the column, with its unit
 * @param meaning what it means; empty if results/columns.csv tells it by hand
 * @param cell returns the text of a row in this column
 */
public record Column<T>(String name, String meaning, Function<T, String> cell) {

    public Column(String name, Function<T, String> cell) {
        this(name, "", cell);
    }

    /**
     * Returns the columns of the figures of a record.
     *
     * @param prefix beginning of all their names
     * @param first number of the first group of columns, see {@link io.ceiling.harness.rows.Figure.Later}
     * @param last number of the last one
     */
    public static <T extends Record> List<Column<T>> figures(Class<T> type, String prefix, int first, int last) {
        return Rows.columns(type).stream()
                .filter(column -> column.group() >= first && column.group() <= last)
                .map(column -> new Column<T>(
                        prefix + column.name(),
                        column.meaning(),
                        row -> Cell.any(column.value().apply(row))))
                .toList();
    }

    /** Returns the same column for a row of which T is a part. */
    public <R> Column<R> of(Function<R, T> part) {
        return new Column<>(name, meaning, row -> cell.apply(part.apply(row)));
    }

    public static <R, T> List<Column<R>> all(List<Column<T>> columns, Function<R, T> part) {
        List<Column<R>> mapped = new ArrayList<>();
        columns.forEach(column -> mapped.add(column.of(part)));
        return mapped;
    }

    public static List<String> names(List<? extends Column<?>> columns) {
        List<String> names = new ArrayList<>();
        columns.forEach(column -> names.add(column.name()));
        return names;
    }

    public static <T> List<String> cells(List<Column<T>> columns, T row) {
        return columns.stream().map(column -> column.cell().apply(row)).toList();
    }
}
