package io.ceiling.harness.report.html.chart;

import io.ceiling.harness.report.csv.CsvRow;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reduces rows of samples.csv to the columns that the cost lines need, so that the rest can be garbage collected. */
public final class Readings {

    private static final List<String> COLUMNS = List.of(
            "scenario",
            "server_levels_now",
            "load_alive",
            "server_heap_used_bytes",
            "server_direct_bytes",
            "server_rss_bytes",
            "server_heap_resident_bytes",
            "host_kernel_bytes",
            "host_slab_bytes",
            "host_socket_memory_bytes");

    private static final Map<String, Integer> INDEX = index();

    private Readings() {}

    public static CsvRow kept(CsvRow row) {
        List<String> cells = new ArrayList<>();
        COLUMNS.forEach(column -> cells.add(row.text(column)));
        return new CsvRow(INDEX, cells);
    }

    private static Map<String, Integer> index() {
        Map<String, Integer> index = new LinkedHashMap<>();
        COLUMNS.forEach(column -> index.put(column, index.size()));
        return index;
    }
}
