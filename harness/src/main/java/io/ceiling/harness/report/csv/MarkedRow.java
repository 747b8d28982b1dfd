package io.ceiling.harness.report.csv;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Adds warnings to the marks column of a row. */
public final class MarkedRow {

    private MarkedRow() {}

    /** Returns the cells of a row with the warnings behind its marks. */
    public static <R> List<String> cells(List<Column<R>> columns, R row, Supplier<List<String>> warnings) {
        List<String> cells = new ArrayList<>(Column.cells(columns, row));
        List<String> marks = new ArrayList<>(warnings.get());
        int marked = Column.names(columns).indexOf("marks");
        if (!cells.get(marked).isEmpty()) {
            marks.add(0, cells.get(marked));
        }
        cells.set(marked, Cell.text(String.join("; ", marks)));
        return cells;
    }
}
