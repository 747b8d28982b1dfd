package io.ceiling.harness.report.html.chart;

import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.Keys;
import io.ceiling.harness.rows.ColumnKey;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reduces rows of samples.csv to the columns that the cost lines need, so that the rest can be garbage collected. */
public final class Readings {

    private static final List<ColumnKey> COLUMNS = List.of(
            Keys.SCENARIO,
            Keys.LEVELS_NOW,
            Keys.LOAD_ALIVE,
            Keys.HEAP_USED,
            Keys.SERVER_DIRECT,
            Keys.SERVER_RSS,
            Keys.HEAP_RESIDENT,
            Keys.HOST_KERNEL,
            Keys.HOST_SLAB,
            Keys.HOST_SOCKETS);

    private static final Map<String, Integer> INDEX = index();

    private Readings() {}

    public static CsvRow kept(CsvRow row) {
        List<String> cells = new ArrayList<>();
        COLUMNS.forEach(column -> cells.add(row.text(column)));
        return new CsvRow(INDEX, cells);
    }

    private static Map<String, Integer> index() {
        Map<String, Integer> index = new LinkedHashMap<>();
        COLUMNS.forEach(column -> index.put(column.column(), index.size()));
        return index;
    }
}
