package io.ceiling.harness.report.csv;

import io.ceiling.harness.rows.ColumnKey;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * A row of a CSV file. All rows of a file share one index of its columns, since a large run has ten thousand rows.
 *
 * @param index position of each column by its name
 * @param cells cells of the row
 */
public record CsvRow(Map<String, Integer> index, List<String> cells) {

    public CsvRow {
        index = Collections.unmodifiableMap(index);
        cells = List.copyOf(cells);
    }

    public static CsvRow of(Map<String, String> named) {
        return new CsvRow(index(named.keySet()), List.copyOf(named.values()));
    }

    /** Returns the position of each column of a file. */
    static Map<String, Integer> index(Collection<String> header) {
        Map<String, Integer> index = new LinkedHashMap<>();
        int place = 0;
        for (String column : header) {
            index.put(column, place++);
        }
        return index;
    }

    /**
     * Returns the text in a column whose name is data, such as one of a file that Ceiling does not write; empty if it is not known
     * or there is no such column. All others have a {@link ColumnKey}.
     */
    public String cell(String column) {
        Integer place = index.get(column);
        return place == null || place >= cells.size() ? "" : cells.get(place);
    }

    public String text(ColumnKey column) {
        return cell(column.column());
    }

    public OptionalDouble number(ColumnKey.Amount column) {
        String text = text(column);
        if (text.isEmpty()) {
            return OptionalDouble.empty();
        }
        try {
            double value = Double.parseDouble(text);
            return Double.isFinite(value) ? OptionalDouble.of(value) : OptionalDouble.empty();
        } catch (NumberFormatException e) {
            return OptionalDouble.empty();
        }
    }

    public double amount(ColumnKey.Amount column) {
        return number(column).orElse(0);
    }

    public boolean isTrue(ColumnKey.Flag column) {
        return text(column).equals("true");
    }

    /** Returns the name of the scenario, which most files have. */
    public String scenario() {
        return text(Keys.SCENARIO);
    }

    /** Returns the name of the scenario without its fork; all forks of one setting share it. */
    public String scenarioWithoutFork() {
        return scenario().replaceFirst("-fork\\d+$", "");
    }

    public Map<String, String> asMap() {
        Map<String, String> all = new LinkedHashMap<>();
        index.keySet().forEach(column -> all.put(column, cell(column)));
        return all;
    }
}
