package io.ceiling.harness.report.csv;

import java.util.List;

/**
 * The columns of ceilings.csv that tell what a connection costs of the resident set. Pure functions.
 *
 * <p>A row has the cost without free heap if the addresses of the server's heap were known. Older files lack it.
 */
public final class ResidentCost {

    /** Column of the slope of the whole resident set. */
    public static final String WHOLE = "rss_bytes_per_connection";

    /** Column of the slope of the resident set less heap pages that hold no object. */
    public static final String WITHOUT_FREE_HEAP = "rss_without_free_heap_bytes_per_connection";

    private static final String STANDARD_ERROR = "_se";

    private ResidentCost() {}

    /** Returns the column to show of a row. */
    public static String column(CsvRow row) {
        return column(List.of(row));
    }

    /** Returns the column to show of rows that belong together, all of which must have the figure without free heap. */
    public static String column(List<CsvRow> rows) {
        boolean seen = rows.stream().anyMatch(row -> has(row, WITHOUT_FREE_HEAP));
        return seen && rows.stream().noneMatch(ResidentCost::hasOnlyTheWhole) ? WITHOUT_FREE_HEAP : WHOLE;
    }

    private static boolean hasOnlyTheWhole(CsvRow row) {
        return has(row, WHOLE) && !has(row, WITHOUT_FREE_HEAP);
    }

    /** Returns true if the slope is there and as good as it can be: a line through two points has no error. */
    private static boolean has(CsvRow row, String column) {
        boolean anyError = row.number(WHOLE + STANDARD_ERROR).isPresent();
        return row.number(column).isPresent()
                && (!anyError || row.number(column + STANDARD_ERROR).isPresent());
    }
}
