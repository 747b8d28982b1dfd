package io.ceiling.harness.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What became of published messages, a row for each step, made from steps.csv alone. The first seven columns after the scenario are
 * those of the experiment that the workload comes from (docs/workloads.md).
 */
public final class MessagesTable {

    private static final List<String> HEADER = List.of(
            "connections",
            "connected",
            "avg response ms",
            "avg size",
            "messages",
            "msg/sec",
            "walltime s",
            "p50 ms",
            "p99 ms",
            "max ms",
            "service p99",
            "lost",
            "dup",
            "order",
            "threads",
            "CPU s",
            "RSS MiB",
            "pause ms",
            "");

    private static final Set<Integer> RIGHT = Set.of(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17);

    private MessagesTable() {}

    /**
     * Returns the lines of the table; none if no step published anything.
     *
     * @param steps rows of steps.csv
     */
    public static List<String> lines(List<Map<String, String>> steps) {
        Map<String, List<Map<String, String>>> byScenario = new LinkedHashMap<>();
        for (Map<String, String> row : steps) {
            if (!row.getOrDefault("messages_published", "").isEmpty()) {
                byScenario
                        .computeIfAbsent(row.getOrDefault("scenario", ""), name -> new ArrayList<>())
                        .add(row);
            }
        }
        List<String> lines = new ArrayList<>();
        byScenario.forEach((scenario, rows) -> {
            List<List<String>> table = new ArrayList<>();
            table.add(HEADER);
            rows.forEach(row -> table.add(cells(row)));
            lines.add(scenario);
            lines.addAll(TextLayout.lines(table, RIGHT));
            lines.add("");
        });
        return lines;
    }

    private static List<String> cells(Map<String, String> row) {
        return List.of(
                count(row, "target_connections"),
                count(row, "served_connections"),
                number(row, "delivery_mean_ns", 1e6, 1),
                number(row, "message_bytes_mean", 1, 0),
                count(row, "messages_received"),
                number(row, "messages_received_per_s", 1, 0),
                number(row, "messages_duration_ns", 1e9, 1),
                number(row, "delivery_p50_ns", 1e6, 1),
                number(row, "delivery_p99_ns", 1e6, 1),
                number(row, "delivery_max_ns", 1e6, 1),
                number(row, "delivery_service_p99_ns", 1e6, 1),
                count(row, "messages_lost"),
                count(row, "messages_duplicated"),
                count(row, "messages_out_of_order"),
                count(row, "server_threads"),
                number(row, "server_cpu_in_step_ns", 1e9, 1),
                number(row, "server_rss_bytes", 1 << 20, 0),
                number(row, "server_pause_max_ns", 1e6, 1),
                remarks(row));
    }

    private static String remarks(Map<String, String> row) {
        boolean passed = row.getOrDefault("passed", "").equals("true");
        return ConsoleTable.cut(row.getOrDefault(passed ? "messages_marks" : "failure", ""));
    }

    private static String count(Map<String, String> row, String column) {
        String text = row.getOrDefault(column, "");
        return text.isEmpty() ? "-" : Figures.count((long) Double.parseDouble(text));
    }

    private static String number(Map<String, String> row, String column, double unit, int digits) {
        String text = row.getOrDefault(column, "");
        return text.isEmpty() ? "-" : Figures.number(Double.parseDouble(text) / unit, digits);
    }
}
