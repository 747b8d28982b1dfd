package io.ceiling.harness.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** A row of a CSV file by the names of its columns, for tables. */
record NamedCells(Map<String, String> cells) {

    /** @param table the header first */
    static List<Map<String, String>> rows(List<List<String>> table) {
        List<Map<String, String>> rows = new ArrayList<>();
        for (List<String> cells : table.subList(1, table.size())) {
            Map<String, String> row = new LinkedHashMap<>();
            IntStream.range(0, cells.size()).forEach(i -> row.put(table.get(0).get(i), cells.get(i)));
            rows.add(row);
        }
        return rows;
    }

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
