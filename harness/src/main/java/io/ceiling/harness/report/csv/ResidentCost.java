package io.ceiling.harness.report.csv;

import io.ceiling.harness.reading.ServerReading;
import io.ceiling.harness.rows.Key;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/**
 * The column of ceilings.csv with the resident set per connection, without free heap where that could be seen. Screens,
 * reports, expectations and comparisons all read this one. Pure functions.
 *
 * <p>Older files have the whole resident set in that column, and this figure in further ones. Their rows are read as if
 * they had been written today.
 */
public final class ResidentCost {

    /** Name of the column, in bytes. */
    public static final Key.Amount COLUMN = new Key.Amount("rss_bytes_per_connection");

    /** Column that is true if pages of the heap without an object could not be told apart, so that they are counted. */
    public static final Key.Flag WITH_FREE_HEAP = new Key.Flag("rss_with_free_heap");

    static final Key.Amount BASE = new Key.Amount("rss_base_bytes");

    /** Names of the costs whose points are on a curve. */
    public static final Key.Text CURVED = new Key.Text("curved_costs");

    private static final Key.Amount OLD = new Key.Amount("rss_without_free_heap_bytes_per_connection");
    private static final Key.Amount OLD_BASE = new Key.Amount("rss_without_free_heap_base_bytes");
    private static final String OLD_CURVED = "rss-without-free-heap";
    private static final String CURVED_NAME = "rss";

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
        return alike(forks).stream().anyMatch(row -> row.is(WITH_FREE_HEAP));
    }

    /** Returns true if both have the figure, and that of one of them alone counts pages of the heap without an object. */
    public static boolean differs(List<CsvRow> forks, List<CsvRow> others) {
        return (hasFreeHeap(forks) && isApart(others)) || (isApart(forks) && hasFreeHeap(others));
    }

    /** Returns the forks of one kind of figure: if any of them tells free heap apart, all but those that count it. */
    public static List<CsvRow> alike(List<CsvRow> forks) {
        return isApart(forks)
                ? forks.stream().filter(row -> !row.is(WITH_FREE_HEAP)).toList()
                : forks;
    }

    private static boolean isApart(List<CsvRow> forks) {
        return forks.stream().anyMatch(row -> row.number(COLUMN).isPresent() && !row.is(WITH_FREE_HEAP));
    }

    /** Returns the position of each column of a file. An older ceilings.csv has one more, at the end. */
    static Map<String, Integer> index(List<String> header) {
        Map<String, Integer> index = new LinkedHashMap<>();
        for (int i = 0; i < header.size(); i++) {
            index.put(header.get(i), i);
        }
        if (index.containsKey(BASE.column())) {
            index.putIfAbsent(WITH_FREE_HEAP.column(), header.size());
        }
        return index;
    }

    /** Returns a row of a file with the columns of today. */
    static CsvRow row(Map<String, Integer> index, List<String> cells) {
        CsvRow row = new CsvRow(index, cells);
        Integer added = index.get(WITH_FREE_HEAP.column());
        if (added == null || added != cells.size()) {
            return row;
        }
        // A line through two points has no error; the other one may have more points.
        boolean apart = row.number(OLD).isPresent()
                && (row.number(OLD.error()).isPresent()
                        || row.number(COLUMN.error()).isEmpty());
        List<String> now = new ArrayList<>(cells);
        now.add(apart || row.number(COLUMN).isPresent() ? Boolean.toString(!apart) : "");
        if (apart) {
            copy(row, OLD, COLUMN, now);
            copy(row, OLD.error(), COLUMN.error(), now);
            copy(row, OLD_BASE, BASE, now);
        }
        if (index.containsKey(CURVED.column())) {
            now.set(index.get(CURVED.column()), curved(row.text(CURVED), apart));
        }
        return new CsvRow(index, now);
    }

    private static void copy(CsvRow row, Key from, Key to, List<String> cells) {
        Integer place = row.index().get(to.column());
        if (place != null) {
            cells.set(place, row.text(from));
        }
    }

    private static String curved(String names, boolean apart) {
        return Arrays.stream(names.split(";"))
                .filter(name -> !name.equals(apart ? CURVED_NAME : OLD_CURVED))
                .map(name -> name.equals(OLD_CURVED) ? CURVED_NAME : name)
                .collect(Collectors.joining(";"));
    }
}
