package io.ceiling.harness.report;

import io.ceiling.harness.report.csv.CsvRow;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Cells of a row for tests, in words such as {@code verdict=skipped why=needs a JDK 21 relief=}. */
public final class Cells {

    private static final Pattern NAME = Pattern.compile("(?:^|\\s+)([a-z][\\w-]*)=");

    private Cells() {}

    /** Returns the cells of all texts, in their order. A value ends before the next name, so that it may have spaces. */
    public static Map<String, String> of(String... texts) {
        Map<String, String> cells = new LinkedHashMap<>();
        for (String text : texts) {
            put(text, cells);
        }
        return cells;
    }

    public static CsvRow row(String... texts) {
        return CsvRow.of(of(texts));
    }

    /** Returns a row that has these cells instead of its own, or behind them. */
    public static CsvRow with(CsvRow row, String... texts) {
        Map<String, String> cells = new LinkedHashMap<>(row.asMap());
        cells.putAll(of(texts));
        return CsvRow.of(cells);
    }

    private static void put(String text, Map<String, String> cells) {
        Matcher matcher = NAME.matcher(text);
        if (!matcher.lookingAt()) {
            throw new IllegalArgumentException("cells must begin with a name and '=', was '%s'".formatted(text));
        }
        boolean more = true;
        while (more) {
            String name = matcher.group(1);
            int begin = matcher.end();
            more = matcher.find();
            cells.put(name, text.substring(begin, more ? matcher.start() : text.length()));
        }
    }
}
