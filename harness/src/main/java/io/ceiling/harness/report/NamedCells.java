package io.ceiling.harness.report;

import java.util.Map;

/** A row of a CSV file by the names of its columns, for tables. */
record NamedCells(Map<String, String> cells) {

    String text(String column) {
        return cells.getOrDefault(column, "");
    }

    /** 0 for an empty cell. */
    double number(String column) {
        String text = text(column);
        return text.isEmpty() ? 0 : Double.parseDouble(text);
    }

    /** In that unit with so many digits; a dash for an empty cell. */
    String figure(String column, double unit, int digits) {
        return text(column).isEmpty() ? "-" : Figures.number(number(column) / unit, digits);
    }
}
