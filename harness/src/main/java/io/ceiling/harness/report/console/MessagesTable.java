package io.ceiling.harness.report.console;

import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.CsvTable;
import java.util.ArrayList;
import java.util.List;

/**
 * The table of published messages with a row for each step, made from steps.csv alone. The first seven columns after
 * the scenario are taken from the experiment that the workload comes from (docs/workloads.md).
 */
final class MessagesTable {

    private static final TextTable<CsvRow> TABLE = new TextTable<>(List.of(
            TextTable.count("connections", "target_connections"),
            TextTable.count("connected", "served_connections"),
            TextTable.figure("avg response ms", "delivery_mean_ns", 1e6, 1),
            TextTable.figure("avg size", "message_bytes_mean", 1, 0),
            TextTable.count("messages", "messages_received"),
            TextTable.figure("msg/sec", "messages_received_per_s", 1, 0),
            TextTable.figure("walltime s", "messages_duration_ns", 1e9, 1),
            TextTable.figure("p50 ms", "delivery_p50_ns", 1e6, 1),
            TextTable.figure("p99 ms", "delivery_p99_ns", 1e6, 1),
            TextTable.figure("max ms", "delivery_max_ns", 1e6, 1),
            TextTable.figure("service p99", "delivery_service_p99_ns", 1e6, 1),
            TextTable.count("lost", "messages_lost"),
            TextTable.count("dup", "messages_duplicated"),
            TextTable.count("order", "messages_out_of_order"),
            TextTable.count("threads", "server_threads"),
            TextTable.figure("CPU s", "server_cpu_in_step_ns", 1e9, 1),
            TextTable.figure("RSS MiB", "server_rss_bytes", 1 << 20, 0),
            TextTable.figure("pause ms", "server_pause_max_ns", 1e6, 1),
            TextTable.text("", MessagesTable::remarks)));

    private MessagesTable() {}

    /**
     * Returns the lines of the table; none if no step published messages.
     *
     * @param steps rows of steps.csv
     */
    public static List<String> lines(List<CsvRow> steps) {
        List<CsvRow> published = steps.stream()
                .filter(row -> !row.text("messages_published").isEmpty())
                .toList();
        List<String> lines = new ArrayList<>();
        CsvTable.grouped(published, row -> row.text("scenario")).forEach((scenario, rows) -> {
            lines.add(scenario);
            lines.addAll(TABLE.lines(rows));
            lines.add("");
        });
        return lines;
    }

    private static String remarks(CsvRow row) {
        return CeilingsTable.cut(row.text(row.is("passed") ? "messages_marks" : "failure"));
    }
}
