package io.ceiling.harness.report.csv;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * A column of a CSV file. An empty cell stands for "not known".
 *
 * @param name name of the column, with its unit
 * @param cell returns the text of a row in this column
 */
public record Column<T>(String name, Function<T, String> cell) {

    /** Returns the same column for a row of which T is a part. */
    public <R> Column<R> of(Function<R, T> part) {
        return new Column<>(name, row -> cell.apply(part.apply(row)));
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
