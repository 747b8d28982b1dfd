package io.ceiling.harness.report;

import io.ceiling.harness.model.ResponseTimes;
import io.ceiling.harness.model.RoomsPoint;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Rooms as a person reads them, made from rooms.csv alone; pure functions. */
public final class RoomsTable {

    private static final List<String> HEADER = List.of(
            "users",
            "rooms",
            "pause ms",
            "sent/s",
            "delivered/s",
            "MB/s",
            "p50 ms",
            "p99 ms",
            "max ms",
            "service p99",
            "idle",
            "lost",
            "server CPU",
            "loader",
            "probe",
            "threads",
            "RSS MiB",
            "");

    private static final Set<Integer> RIGHT = Set.of(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16);

    private RoomsTable() {}

    /** One point while the run goes on. */
    public static String progress(RoomsPoint point) {
        ResponseTimes times = point.roundTrips().times().response();
        long lost = point.deliveries().lost();
        return "pause %.2f ms: %s delivered/s, p50 %.1f ms, p99 %.1f ms, %.0f %% idle%s%s"
                .formatted(
                        point.load().pauseNanos() / 1e6,
                        Figures.count(Math.round(point.throughput().deliveredPerSecond())),
                        times.p50Nanos() / 1e6,
                        times.p99Nanos() / 1e6,
                        100 * point.resources().idleShare(),
                        lost == 0 ? "" : ", %d lost".formatted(lost),
                        point.roundTrips().steady() ? "" : ", response time grows");
    }

    /**
     * A row for each point, the longest pause first, and the knee of each number of users and rooms.
     *
     * @param p99 what the knee has to keep
     * @param folder of the run
     */
    public static List<String> lines(List<Map<String, String>> rows, Duration p99, Path folder) {
        List<List<String>> table = new ArrayList<>();
        table.add(HEADER);
        List<String> knees = new ArrayList<>();
        byCell(rows).forEach((cell, points) -> {
            points.stream()
                    .sorted(Comparator.comparingDouble((NamedCells row) -> row.number("pause_ns"))
                            .reversed())
                    .forEach(row -> table.add(cells(row)));
            knees.add("%s: %s".formatted(cell, knee(points)));
        });
        List<String> lines = new ArrayList<>();
        lines.add("");
        lines.addAll(TextLayout.lines(table, RIGHT));
        lines.add("");
        lines.add("knee, the most deliveries with nothing lost, steady, p99 <= %d ms:".formatted(p99.toMillis()));
        knees.forEach(knee -> lines.add("  " + knee));
        lines.add("");
        lines.add(
                "round trips from the intended start of a message to its arrival at members of the probe, service from when it was sent; idle: of this host's"
                        + " processors, which server and load agents share");
        lines.add("results: " + folder);
        return lines;
    }

    private static Map<String, List<NamedCells>> byCell(List<Map<String, String>> rows) {
        Map<String, List<NamedCells>> cells = new LinkedHashMap<>();
        for (NamedCells row : rows.stream().map(NamedCells::new).toList()) {
            cells.computeIfAbsent(
                            "%s users in %s rooms".formatted(row.text("users"), row.text("rooms")),
                            name -> new ArrayList<>())
                    .add(row);
        }
        return cells;
    }

    /** What is marked may be better than it looks, and is never worse. */
    private static String knee(List<NamedCells> points) {
        Optional<NamedCells> best = points.stream()
                .filter(row -> row.text("passed").equals("true"))
                .max(Comparator.comparingDouble(row -> row.number("deliveries_per_s")));
        return best.map(row -> "%s deliveries/s at a pause of %.2f ms, p99 %.1f ms, %.0f %% idle"
                        .formatted(
                                Figures.count(Math.round(row.number("deliveries_per_s"))),
                                row.number("pause_ns") / 1e6,
                                row.number("round_trip_p99_ns") / 1e6,
                                100 * row.number("host_idle_share")))
                .orElse("none");
    }

    private static List<String> cells(NamedCells row) {
        if (row.text("pause_ns").isEmpty()) {
            List<String> cells = new ArrayList<>(List.of(row.text("users"), row.text("rooms")));
            while (cells.size() < HEADER.size() - 1) {
                cells.add("-");
            }
            cells.add(ConsoleTable.cut(row.text("why")));
            return cells;
        }
        return List.of(
                row.text("users"),
                row.text("rooms"),
                row.figure("pause_ns", 1e6, 2),
                row.figure("messages_sent_per_s", 1, 0),
                row.figure("deliveries_per_s", 1, 0),
                row.figure("delivered_bytes_per_s", 1e6, 2),
                row.figure("round_trip_p50_ns", 1e6, 1),
                row.figure("round_trip_p99_ns", 1e6, 1),
                row.figure("round_trip_max_ns", 1e6, 1),
                row.figure("service_p99_ns", 1e6, 1),
                "%.0f %%".formatted(100 * row.number("host_idle_share")),
                row.text("deliveries_lost"),
                row.figure("server_cores", 1, 2),
                row.figure("loader_cores", 1, 2),
                row.figure("probe_cores", 1, 2),
                row.text("server_threads"),
                row.figure("server_rss_bytes", 1 << 20, 0),
                remarks(row));
    }

    private static String remarks(NamedCells row) {
        List<String> remarks = new ArrayList<>();
        if (row.text("steady").equals("false")) {
            remarks.add("response time grows");
        }
        if (!row.text("marks").isEmpty()) {
            remarks.add(row.text("marks"));
        }
        return String.join("; ", remarks);
    }
}
