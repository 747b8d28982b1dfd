package io.ceiling.harness.report.html;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Ceilings of one server and workload over request threads and buffer size.
 *
 * @param threads sizes of the pool, rising
 * @param buffers sizes of buffers in bytes, rising; 0 is what the container has by default
 */
record HeatMap(String title, List<Double> threads, List<Double> buffers, List<Square> squares) {

    /**
     * One cell of the map.
     *
     * @param x place in {@code buffers}
     * @param y place in {@code threads}
     */
    record Square(
            int x,
            int y,
            double connections,
            String verdict,
            String words,
            @Nullable Double heapBytes,
            @Nullable Double rssBytes) {}

    HeatMap {
        threads = List.copyOf(threads);
        buffers = List.copyOf(buffers);
        squares = List.copyOf(squares);
    }

    /** One for each server and workload that was measured with several sizes of both. */
    static List<HeatMap> of(List<MatrixCell> cells) {
        Map<String, List<MatrixCell>> groups = new LinkedHashMap<>();
        for (MatrixCell cell : cells) {
            Row row = cell.shown();
            if (threads(row) > 0 && !row.text("thread_kind").equals("virtual")) {
                String title = "%s, %s".formatted(Words.server(row), row.text("workload"));
                groups.computeIfAbsent(title, name -> new ArrayList<>()).add(cell);
            }
        }
        List<HeatMap> maps = new ArrayList<>();
        groups.forEach((title, group) -> {
            HeatMap map = of(title, group);
            if (map.threads().size() > 1
                    && map.buffers().size() > 1
                    && map.squares().size() > 2) {
                maps.add(map);
            }
        });
        return maps;
    }

    private static HeatMap of(String title, List<MatrixCell> cells) {
        TreeSet<Double> threads = new TreeSet<>();
        TreeSet<Double> buffers = new TreeSet<>();
        cells.forEach(cell -> {
            threads.add(threads(cell.shown()));
            buffers.add(cell.shown().amount("buffer_bytes"));
        });
        List<Double> rows = List.copyOf(threads);
        List<Double> columns = List.copyOf(buffers);
        // Where more than these two were varied, the first of each place is shown.
        Map<List<Integer>, Square> squares = new LinkedHashMap<>();
        for (MatrixCell cell : cells) {
            Row row = cell.shown();
            int x = columns.indexOf(row.amount("buffer_bytes"));
            int y = rows.indexOf(threads(row));
            squares.putIfAbsent(
                    List.of(x, y),
                    new Square(
                            x,
                            y,
                            cell.connections(),
                            cell.verdict(),
                            Factor.words(row.text("limiting_factor")),
                            Numbers.orNull(row.number("heap_bytes_per_connection")),
                            Numbers.orNull(row.number("rss_bytes_per_connection"))));
        }
        return new HeatMap(title, rows, columns, List.copyOf(squares.values()));
    }

    /** What the server used, else what was asked for. */
    private static double threads(Row row) {
        OptionalDouble used = row.number("used_max_threads");
        return used.orElse(row.amount("max_threads"));
    }
}
