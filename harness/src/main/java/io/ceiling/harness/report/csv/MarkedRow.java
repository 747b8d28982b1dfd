package io.ceiling.harness.report.csv;

import java.util.ArrayList;
import java.util.List;

/** Adds warnings to the marks column of a row. */
public final class MarkedRow {

    private MarkedRow() {}

    public static <R> List<String> cells(List<Column<R>> columns, R row, List<String> warnings) {
        List<String> cells = new ArrayList<>(Column.cells(columns, row));
        int marked = Column.names(columns).indexOf(Keys.MARKS.column());
        if (marked >= 0) {
            List<String> marks = new ArrayList<>(warnings);
            marks.add(0, cells.get(marked));
            marks.removeIf(String::isEmpty);
            cells.set(marked, Cell.text(String.join("; ", marks)));
        }
        return cells;
    }
}
