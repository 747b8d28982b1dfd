package io.ceiling.harness.report;

import java.util.List;
import java.util.Set;

/** Rows with aligned columns: text left, figures right; a pure function. */
public final class TextLayout {

    private TextLayout() {}

    /**
     * The rows as lines.
     *
     * @param right the columns of figures, counted from 0
     */
    public static List<String> lines(List<List<String>> table, Set<Integer> right) {
        int[] widths = new int[table.get(0).size()];
        table.forEach(row -> {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        });
        return table.stream().map(row -> line(row, widths, right)).toList();
    }

    private static String line(List<String> row, int[] widths, Set<Integer> right) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            String space = " ".repeat(widths[i] - row.get(i).length());
            line.append(i == 0 ? "" : "  ").append(right.contains(i) ? space + row.get(i) : row.get(i) + space);
        }
        return line.toString().stripTrailing();
    }
}
