package io.ceiling.harness.report.csv;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;

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

    /** Returns a row with these columns. */
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

    /** Returns the text in that column; empty if it is not known or there is no such column. */
    public String text(String column) {
        Integer place = index.get(column);
        return place == null || place >= cells.size() ? "" : cells.get(place);
    }

    /** Returns the number in that column; empty if it is not known or not a number. */
    public OptionalDouble number(String column) {
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

    /** Returns the number in that column; 0 if it is not known. */
    public double amount(String column) {
        return number(column).orElse(0);
    }

    /** Returns true if the text in that column is {@code true}. */
    public boolean is(String column) {
        return text(column).equals("true");
    }

    /** Returns the name of the scenario without its fork, which those of one setting share. */
    public String setting() {
        return text("scenario").replaceFirst("-fork\\d+$", "");
    }

    /** Returns these columns only, by name. */
    public Map<String, String> only(Set<String> columns) {
        Map<String, String> some = new LinkedHashMap<>();
        columns.forEach(column -> some.put(column, text(column)));
        return some;
    }

    /** Returns all columns, by name. */
    public Map<String, String> named() {
        return only(index.keySet());
    }
}
