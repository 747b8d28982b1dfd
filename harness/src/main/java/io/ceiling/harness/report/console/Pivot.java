package io.ceiling.harness.report.console;

import io.ceiling.harness.matrix.Dimension;
import io.ceiling.harness.report.Summary;
import io.ceiling.harness.report.VariedSettings;
import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.Keys;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * The rows of a matrix that differ in server, threads and workload alone, as tables with a line for each workload and a column
 * for each server.
 *
 * @param rows by workload, then by the words that name the server
 * @param columns header words of each server, the same number for each, without words that all servers share
 */
record Pivot(Map<String, Map<List<String>, Summary>> rows, Map<List<String>, List<String>> columns) {

    private static final String NOTHING = "";
    private static final String GAP = "  ";

    // Settings that name a column.
    private static final Set<Dimension> IN_COLUMNS = Set.of(Dimension.THREADS, Dimension.CONTAINER_VERSION);

    static Pivot of(List<Summary> all) {
        VariedSettings varied =
                new VariedSettings(all.stream().map(Summary::median).toList());
        boolean releases = all.stream()
                        .map(row -> row.text(Dimension.CONTAINER_VERSION))
                        .distinct()
                        .count()
                > 1;
        Map<String, Map<List<String>, Summary>> rows = new LinkedHashMap<>();
        Set<List<String>> servers = new LinkedHashSet<>();
        for (Summary row : all) {
            if (varied.text(row.median(), IN_COLUMNS).isEmpty()) {
                List<String> server = server(row.median(), releases);
                servers.add(server);
                rows.computeIfAbsent(row.text(Dimension.WORKLOAD), workload -> new LinkedHashMap<>())
                        .putIfAbsent(server, row);
            }
        }
        return new Pivot(rows, heads(servers));
    }

    private static List<String> server(CsvRow row, boolean releases) {
        String release = releases ? " " + row.text(Keys.CONTAINER_VERSION) : "";
        return List.of(row.text(Dimension.CONTAINER) + release, row.text(Dimension.CONNECTOR), threads(row));
    }

    static String threads(CsvRow row) {
        String kind = row.text(Dimension.THREAD_KIND);
        String most = row.number(Dimension.THREADS.asNumber()).isPresent()
                ? row.text(Dimension.THREADS)
                : row.text(Keys.used(Dimension.THREADS));
        boolean isPool = kind.equals("platform") && most.matches("\\d+");
        return isPool ? most + " thr" : kind;
    }

    private static Map<List<String>, List<String>> heads(Set<List<String>> servers) {
        List<Integer> told = IntStream.range(0, 3)
                .filter(i ->
                        servers.stream().map(server -> server.get(i)).distinct().count() > 1)
                .boxed()
                .toList();
        Map<List<String>, List<String>> heads = new LinkedHashMap<>();
        servers.forEach(
                server -> heads.put(server, told.stream().map(server::get).toList()));
        return heads;
    }

    boolean has(Summary row) {
        return rows.values().stream()
                .map(Map::values)
                .flatMap(Collection::stream)
                .anyMatch(row::equals);
    }

    /**
     * Returns the lines of one table, in several parts if it is too wide for a screen; none if it has no cell.
     *
     * @param shown rows of it that this table shows
     * @param cell text of a row; empty if it has none
     */
    List<String> lines(String title, Predicate<Summary> shown, Function<Summary, String> cell) {
        Map<String, Map<List<String>, String>> table = new LinkedHashMap<>();
        Set<List<String>> used = new LinkedHashSet<>();
        rows.forEach((workload, ofIt) -> ofIt.forEach((server, row) -> {
            String text = shown.test(row) ? cell.apply(row) : NOTHING;
            if (!text.isEmpty()) {
                String label = row.isRecursive() ? workload + ", levels" : workload;
                table.computeIfAbsent(label, name -> new LinkedHashMap<>()).put(server, text);
                used.add(server);
            }
        }));
        if (table.isEmpty()) {
            return List.of();
        }
        List<List<String>> servers =
                columns.keySet().stream().filter(used::contains).toList();
        int label =
                Math.max(table.keySet().stream().mapToInt(String::length).max().orElse(0), title.length());
        List<String> lines = new ArrayList<>();
        List<List<String>> part = new ArrayList<>();
        int width = label;
        for (List<String> server : servers) {
            int more = GAP.length() + width(server, table);
            if (!part.isEmpty() && width + more > Paragraph.WIDTH) {
                lines.addAll(part(lines.isEmpty() ? title : "", label, part, table));
                part.clear();
                width = label;
            }
            part.add(server);
            width += more;
        }
        lines.addAll(part(lines.isEmpty() ? title : "", label, part, table));
        lines.add("");
        return lines;
    }

    private List<String> heads(List<String> server) {
        return columns.getOrDefault(server, List.of());
    }

    private int width(List<String> server, Map<String, Map<List<String>, String>> table) {
        int head = heads(server).stream().mapToInt(String::length).max().orElse(0);
        return Math.max(
                head,
                table.values().stream()
                        .mapToInt(cells -> cells.getOrDefault(server, NOTHING).length())
                        .max()
                        .orElse(0));
    }

    private List<String> part(
            String title, int label, List<List<String>> servers, Map<String, Map<List<String>, String>> table) {
        List<String> lines = new ArrayList<>();
        int heads = heads(servers.get(0)).size();
        for (int i = 0; i < Math.max(1, heads); i++) {
            int level = i;
            lines.add(line(
                    i == 0 ? title : "",
                    label,
                    servers,
                    table,
                    server -> heads == 0 ? NOTHING : heads(server).get(level)));
        }
        table.forEach((workload, cells) -> {
            if (servers.stream().anyMatch(cells::containsKey)) {
                lines.add(line(workload, label, servers, table, server -> cells.getOrDefault(server, NOTHING)));
            }
        });
        return lines;
    }

    private String line(
            String begun,
            int label,
            List<List<String>> servers,
            Map<String, Map<List<String>, String>> table,
            Function<List<String>, String> cell) {
        StringBuilder line = new StringBuilder(begun).append(" ".repeat(label - begun.length()));
        for (List<String> server : servers) {
            String text = cell.apply(server);
            line.append(GAP)
                    .append(" ".repeat(width(server, table) - text.length()))
                    .append(text);
        }
        return line.toString().stripTrailing();
    }
}
