package io.ceiling.harness.report.csv;

import io.ceiling.harness.reading.ServerReading;
import io.ceiling.harness.rows.ColumnKey;
import java.util.List;
import java.util.OptionalDouble;

/**
 * The column of ceilings.csv with the resident set per connection, without free heap where that could be seen. Screens,
 * reports, expectations and comparisons all read this one. Pure functions.
 */
public final class ResidentCost {

    /** Name of the column, in bytes. */
    public static final ColumnKey.Amount COLUMN = new ColumnKey.Amount("rss_bytes_per_connection");

    /** Column that is true if pages of the heap without an object could not be told apart, so that they are counted. */
    public static final ColumnKey.Flag WITH_FREE_HEAP = new ColumnKey.Flag("rss_with_free_heap");

    static final ColumnKey.Amount BASE = new ColumnKey.Amount("rss_base_bytes");

    /** Names of the costs whose points are on a curve. */
    public static final ColumnKey.Text CURVED = new ColumnKey.Text("curved_costs");

    private ResidentCost() {}

    /** Returns what {@link ServerReading#rssWithoutFreeHeapBytes} was at a step or sample; empty if not seen. */
    public static OptionalDouble withoutFreeHeap(CsvRow reading) {
        OptionalDouble heap = reading.number(Keys.HEAP_RESIDENT);
        return heap.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(reading.amount(Keys.SERVER_RSS)
                        - Math.max(0, heap.getAsDouble() - reading.amount(Keys.HEAP_USED)));
    }

    /** Returns true if the figure of these rows counts pages of the heap without an object. */
    public static boolean hasFreeHeap(List<CsvRow> forks) {
        return comparableForks(forks).stream().anyMatch(row -> row.isTrue(WITH_FREE_HEAP));
    }

    /** Returns true if both have the figure, and only one of them counts pages of the heap without an object. */
    public static boolean differs(List<CsvRow> forks, List<CsvRow> others) {
        return (hasFreeHeap(forks) && isApart(others)) || (isApart(forks) && hasFreeHeap(others));
    }

    /** Returns the forks of one kind of figure: if any of them tells free heap apart, all but those that count it. */
    public static List<CsvRow> comparableForks(List<CsvRow> forks) {
        return isApart(forks)
                ? forks.stream().filter(row -> !row.isTrue(WITH_FREE_HEAP)).toList()
                : forks;
    }

    private static boolean isApart(List<CsvRow> forks) {
        return forks.stream().anyMatch(row -> row.number(COLUMN).isPresent() && !row.isTrue(WITH_FREE_HEAP));
    }
}
