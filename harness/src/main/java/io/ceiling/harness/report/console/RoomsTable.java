package io.ceiling.harness.report.console;

import io.ceiling.harness.model.ResponseTimes;
import io.ceiling.harness.model.RoomsPoint;
import io.ceiling.harness.report.Figures;
import io.ceiling.harness.report.csv.CsvRow;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** The table of rooms for a terminal, made from rooms.csv alone. Pure functions. */
public final class RoomsTable {

    private static final TextTable<CsvRow> TABLE = new TextTable<>(List.of(
            TextTable.figure("users", "users"),
            TextTable.figure("rooms", "rooms"),
            TextTable.figure("pause ms", "pause_ns", 1e6, 2),
            TextTable.figure("sent/s", "messages_sent_per_s", 1, 0),
            TextTable.figure("delivered/s", "deliveries_per_s", 1, 0),
            TextTable.figure("MB/s", "delivered_bytes_per_s", 1e6, 2),
            TextTable.figure("p50 ms", "round_trip_p50_ns", 1e6, 1),
            TextTable.figure("p99 ms", "round_trip_p99_ns", 1e6, 1),
            TextTable.figure("max ms", "round_trip_max_ns", 1e6, 1),
            TextTable.figure("service p99", "service_p99_ns", 1e6, 1),
            TextTable.figure("idle", RoomsTable::idle),
            TextTable.figure("lost", "deliveries_lost"),
            TextTable.figure("server CPU", "server_cores", 1, 2),
            TextTable.figure("CPU/loader", "loader_cores", 1, 2),
            TextTable.figure("probe", "probe_cores", 1, 2),
            TextTable.figure("threads", "server_threads"),
            TextTable.figure("RSS MiB", "server_rss_bytes", 1 << 20, 0),
            TextTable.text("", RoomsTable::remarks)));

    private RoomsTable() {}

    /** Returns the progress line of one point. */
    public static String progress(RoomsPoint point) {
        ResponseTimes times = point.roundTrips().times().response();
        long lost = point.deliveries().lost();
        long gone = point.deliveries().membersGone();
        return "pause %.2f ms: %s delivered/s, p50 %.1f ms, p99 %.1f ms, %s idle%s%s%s"
                .formatted(
                        point.load().pauseNanos() / 1e6,
                        Figures.count(Math.round(point.throughput().deliveredPerSecond())),
                        times.p50Nanos() / 1e6,
                        times.p99Nanos() / 1e6,
                        idle(point.resources().host().idle()),
                        lost == 0 ? "" : ", %d lost".formatted(lost),
                        gone == 0 ? "" : ", " + gone(gone, point.load().users()),
                        point.roundTrips().steady() ? "" : ", response time grows");
    }

    private static String gone(long gone, long users) {
        return "%d of %d members gone".formatted(gone, users);
    }

    private static String idle(OptionalDouble share) {
        return share.isPresent() ? "%.0f %%".formatted(100 * share.getAsDouble()) : "unknown";
    }

    /**
     * Returns a row for each point, the longest pause first, and the knee of each cell of the grid.
     *
     * @param p99 time that the knee must keep
     * @param folder folder of the run
     */
    public static List<String> lines(List<CsvRow> rows, Duration p99, Path folder) {
        List<CsvRow> table = new ArrayList<>();
        List<String> knees = new ArrayList<>();
        byCell(rows).forEach((cell, points) -> {
            points.stream()
                    .sorted(Comparator.comparingDouble((CsvRow row) -> row.amount("pause_ns"))
                            .reversed())
                    .forEach(table::add);
            knees.add("%s: %s".formatted(cell, knee(points)));
        });
        List<String> lines = new ArrayList<>();
        lines.add("");
        lines.addAll(TABLE.lines(table));
        lines.add("");
        lines.add("knee, the most deliveries with nothing lost, nobody gone, steady, p99 <= %d ms:"
                .formatted(p99.toMillis()));
        knees.forEach(knee -> lines.add("  " + knee));
        lines.add("");
        lines.add(
                "round trips from the intended start of a message to its arrival at members of the probe, service from when it was sent; idle: of this host's"
                        + " processors, which server and load agents share");
        lines.add("results: " + folder);
        return lines;
    }

    private static Map<String, List<CsvRow>> byCell(List<CsvRow> rows) {
        Map<String, List<CsvRow>> cells = new LinkedHashMap<>();
        for (CsvRow row : rows) {
            cells.computeIfAbsent(
                            "%s users in %s rooms".formatted(row.text("users"), row.text("rooms")),
                            name -> new ArrayList<>())
                    .add(row);
        }
        return cells;
    }

    /**
     * Returns the point with the most deliveries that passed. Marked points are included: they may be better than they
     * look, but not worse.
     */
    private static String knee(List<CsvRow> points) {
        Optional<CsvRow> best = points.stream()
                .filter(row -> row.text("passed").equals("true"))
                .max(Comparator.comparingDouble(row -> row.amount("deliveries_per_s")));
        return best.map(row -> "%s deliveries/s at a pause of %.2f ms, p99 %.1f ms, %.0f %% idle"
                        .formatted(
                                Figures.count(Math.round(row.amount("deliveries_per_s"))),
                                row.amount("pause_ns") / 1e6,
                                row.amount("round_trip_p99_ns") / 1e6,
                                100 * row.amount("host_idle_share")))
                .orElse("none");
    }

    private static String idle(CsvRow row) {
        return row.text("host_idle_share").isEmpty() ? "-" : "%.0f %%".formatted(100 * row.amount("host_idle_share"));
    }

    private static String remarks(CsvRow row) {
        if (row.text("pause_ns").isEmpty()) {
            return CeilingsTable.cut(row.text("why"));
        }
        List<String> remarks = new ArrayList<>();
        // Older files have no such column.
        if (row.amount("members_gone") > 0) {
            remarks.add(gone(Math.round(row.amount("members_gone")), Math.round(row.amount("users"))));
        }
        if (row.text("steady").equals("false")) {
            remarks.add("response time grows");
        }
        if (!row.text("marks").isEmpty()) {
            remarks.add(row.text("marks"));
        }
        return String.join("; ", remarks);
    }
}
