package io.ceiling.harness.report;

import io.ceiling.harness.model.TrafficSecond;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Traffic as a person reads it, made from traffic-totals.csv alone; pure functions. */
public final class TrafficTable {

    private static final List<String> HEADER = List.of(
            "connections",
            "opened/s",
            "requests",
            "requests/s",
            "offered/s",
            "MB/s",
            "p50 ms",
            "p99 ms",
            "max ms",
            "late",
            "server CPU",
            "agent CPU",
            "threads",
            "RSS MiB",
            "heap MiB",
            "heap/conn",
            "server pause ms",
            "agent pause ms");

    private static final List<String> PROBE_HEADER =
            List.of("probe", "requests", "requests/s", "mean ms", "p50 ms", "p99 ms", "max ms", "failed", "CPU");

    private TrafficTable() {}

    /** A second while the run goes on. */
    public static String progress(TrafficSecond second) {
        return "time %3.0f s, concurrency: %s, total requests: %s, throughput: %.2f MB/s, %s requests/s%s"
                .formatted(
                        second.elapsedNanos() / 1e9,
                        Figures.count(second.load().connections().alive()),
                        Figures.count(second.requests()),
                        second.bytesReadPerSecond() / 1e6,
                        Figures.count(Math.round(second.requestsPerSecond())),
                        remarks(second));
    }

    private static String remarks(TrafficSecond second) {
        long failed = second.load().failures().total();
        return (failed == 0 ? "" : ", %d failed".formatted(failed))
                + (second.phase() == TrafficSecond.Phase.PROBE ? " (probe)" : "");
    }

    /**
     * A row for the connections, one for the probe if there was one, and whatever speaks against them.
     *
     * @param folder of the run
     */
    public static List<String> lines(List<Map<String, String>> rows, Path folder) {
        List<String> lines = new ArrayList<>();
        for (Map<String, String> cells : rows) {
            NamedCells row = new NamedCells(cells);
            if (!row.text("measured_ns").isEmpty()) {
                lines.add("");
                lines.addAll(table(HEADER, connections(row)));
            }
            if (!row.text("probe_connections").isEmpty()) {
                lines.add("");
                lines.addAll(table(PROBE_HEADER, probe(row)));
            }
            lines.add("");
            if (!row.text("marks").isEmpty()) {
                lines.add("marks: " + row.text("marks"));
            }
            if (!row.text("why").isEmpty()) {
                lines.add("not held: " + row.text("why"));
            }
        }
        lines.add("response times from the intended start of a request; MB/s: what load agents read; CPU in processors,"
                + " of this host, which server and load agents share");
        lines.add("results: " + folder);
        return lines;
    }

    private static List<String> table(List<String> header, List<String> row) {
        return TextLayout.lines(
                List.of(header, row),
                IntStream.range(0, header.size()).boxed().collect(Collectors.toUnmodifiableSet()));
    }

    private static List<String> connections(NamedCells row) {
        return List.of(
                row.figure("alive", 1, 0),
                row.figure("connections_per_s", 1, 0),
                row.figure("requests_answered", 1, 0),
                row.figure("requests_per_s", 1, 1),
                row.figure("requests_offered_per_s", 1, 1),
                row.figure("read_bytes_per_s", 1e6, 2),
                row.figure("response_p50_ns", 1e6, 2),
                row.figure("response_p99_ns", 1e6, 2),
                row.figure("response_max_ns", 1e6, 1),
                row.figure("late_sends", 1, 0),
                row.figure("server_cores", 1, 2),
                row.figure("loader_cores", 1, 2),
                row.text("server_threads"),
                row.figure("server_rss_bytes", 1 << 20, 0),
                row.figure("server_heap_used_bytes", 1 << 20, 0),
                row.text("held_heap_bytes").isEmpty()
                        ? "-"
                        : Figures.number(row.number("held_heap_bytes") / row.number("connections"), 0),
                row.figure("server_pause_max_ns", 1e6, 1),
                row.figure("load_pause_max_ns", 1e6, 1));
    }

    private static List<String> probe(NamedCells row) {
        return List.of(
                row.text("probe_connections"),
                row.figure("probe_requests", 1, 0),
                row.figure("probe_requests_per_s", 1, 0),
                row.figure("probe_response_mean_ns", 1e6, 3),
                row.figure("probe_response_p50_ns", 1e6, 3),
                row.figure("probe_response_p99_ns", 1e6, 3),
                row.figure("probe_response_max_ns", 1e6, 1),
                row.text("probe_failed"),
                row.figure("probe_cores", 1, 2));
    }
}
