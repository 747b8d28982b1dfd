package io.ceiling.harness.report.csv;

import io.ceiling.harness.rows.ColumnKey;
import io.ceiling.harness.rows.RecordSchema;
import java.util.List;
import java.util.function.Function;

/**
 * A column of a CSV file. An empty cell stands for "not known".
 *
 * @param name name of the column, with its unit
 * @param meaning its meaning; empty if results/columns.csv describes it by hand
 * @param value returns the value of a row in this column, of any type that {@link Cell#of} knows
 */
public record Column<T>(String name, String meaning, Function<T, ?> value) {

    /** Creates the column of a key, by which others read it. */
    public Column(ColumnKey key, Function<T, ?> value) {
        this(key.column(), value);
    }

    /** Creates a column that only people read. */
    public Column(String name, Function<T, ?> value) {
        this(name, "", value);
    }

    /**
     * Returns the columns of the figures of a record.
     *
     * @param prefix beginning of all their names
     * @param first number of the first group of columns, see {@link io.ceiling.harness.rows.Figure.LaterColumns}
     * @param last number of the last one
     */
    public static <T extends Record> List<Column<T>> figures(Class<T> type, String prefix, int first, int last) {
        return RecordSchema.columns(type).stream()
                .filter(column -> column.group() >= first && column.group() <= last)
                .map(column -> new Column<>(prefix + column.name(), column.meaning(), column.value()))
                .toList();
    }

    public String cell(T row) {
        return Cell.of(value.apply(row));
    }

    public <R> Column<R> adapt(Function<R, T> part) {
        return new Column<>(name, meaning, row -> value.apply(part.apply(row)));
    }

    public static <R, T> List<Column<R>> adaptAll(List<Column<T>> columns, Function<R, T> part) {
        return columns.stream().map(column -> column.adapt(part)).toList();
    }

    public static List<String> names(List<? extends Column<?>> columns) {
        return columns.stream().<String>map(Column::name).toList();
    }

    public static <T> List<String> cells(List<Column<T>> columns, T row) {
        return columns.stream().map(column -> column.cell(row)).toList();
    }
}
