package io.ceiling.harness.report.html;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * A row of a CSV file; all rows of a file share the index of its columns, since a large run has ten thousand of them.
 *
 * @param index column name to place
 */
record Row(Map<String, Integer> index, List<String> cells) {

    /** The text in that column; empty if it is not known or there is no such column. */
    String text(String column) {
        Integer place = index.get(column);
        return place == null || place >= cells.size() ? "" : cells.get(place);
    }

    /** The number in that column; empty if it is not known or not a number. */
    OptionalDouble number(String column) {
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

    /** The number in that column; 0 if it is not known. */
    double amount(String column) {
        return number(column).orElse(0);
    }

    /** Whether that column says true. */
    boolean is(String column) {
        return text(column).equals("true");
    }

    /** These columns alone, by name. */
    Map<String, String> only(Set<String> columns) {
        Map<String, String> some = new LinkedHashMap<>();
        columns.forEach(column -> some.put(column, text(column)));
        return some;
    }
}
