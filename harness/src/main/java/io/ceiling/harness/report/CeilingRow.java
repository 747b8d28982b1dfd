package io.ceiling.harness.report;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * A row of ceilings.csv as it was read.
 *
 * @param cells column name to text; an empty text stands for "not known"
 */
public record CeilingRow(Map<String, String> cells) {

    /**
     * Reads a whole file.
     *
     * @throws RunFolderException with one line if it cannot be read or is no ceilings.csv
     */
    public static List<CeilingRow> read(Path file) {
        return of(file, CsvFile.read(file));
    }

    static List<CeilingRow> of(Path file, List<List<String>> table) {
        if (table.isEmpty() || !table.get(0).contains("ceiling_connections")) {
            throw new RunFolderException(
                    "%s is not a ceilings.csv: column ceiling_connections is missing".formatted(file));
        }
        List<String> header = table.get(0);
        List<CeilingRow> rows = new ArrayList<>();
        for (int i = 1; i < table.size(); i++) {
            List<String> cells = table.get(i);
            if (cells.size() != header.size()) {
                throw new RunFolderException("%s:%d: %d cells, the header has %d columns"
                        .formatted(file, i + 1, cells.size(), header.size()));
            }
            Map<String, String> row = new LinkedHashMap<>();
            for (int j = 0; j < header.size(); j++) {
                row.put(header.get(j), cells.get(j));
            }
            rows.add(new CeilingRow(row));
        }
        return rows;
    }

    /** The text in that column; empty if it is not known. */
    public String text(String column) {
        return cells.getOrDefault(column, "");
    }

    /** The number in that column; empty if it is not known or not a number. */
    public OptionalDouble number(String column) {
        String text = text(column);
        if (text.isEmpty()) {
            return OptionalDouble.empty();
        }
        try {
            return OptionalDouble.of(Double.parseDouble(text));
        } catch (NumberFormatException e) {
            return OptionalDouble.empty();
        }
    }
}
