package io.ceiling.rooms;

import io.ceiling.harness.matrix.Dimension;
import io.ceiling.harness.reading.ResponseTimes;
import io.ceiling.harness.report.Spread;
import io.ceiling.harness.report.console.CeilingsTable;
import io.ceiling.harness.report.console.TextTable;
import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.CsvTable;
import io.ceiling.harness.report.csv.Keys;
import io.ceiling.harness.report.html.chart.Phrases;
import io.ceiling.harness.text.Figures;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;
import java.util.stream.Stream;

/** The table of rooms for a terminal, made from rooms.csv alone. Pure functions. */
final class RoomsTable {

    private static final List<TextTable.Column<CsvRow>> POINTS = List.of(
            TextTable.figure("users", RoomsCsv.USERS),
            TextTable.figure("rooms", RoomsCsv.ROOMS),
            TextTable.figure("pause ms", RoomsCsv.PAUSE, 1e6, 2),
            TextTable.figure("sent/s", RoomsCsv.SENT, 1, 0),
            TextTable.figure("delivered/s", RoomsCsv.DELIVERIES, 1, 0),
            TextTable.figure("MB/s", RoomsCsv.DELIVERED_BYTES, 1e6, 2),
            TextTable.figure("p50 ms", RoomsCsv.ROUND_TRIP.p50(), 1e6, 1),
            TextTable.figure("p99 ms", RoomsCsv.ROUND_TRIP.p99(), 1e6, 1),
            TextTable.figure("max ms", RoomsCsv.ROUND_TRIP.max(), 1e6, 1),
            TextTable.figure("service p99", Keys.SERVICE.p99(), 1e6, 1),
            TextTable.figure("idle", RoomsTable::idle),
            TextTable.figure("lost", RoomsCsv.LOST),
            TextTable.figure("server CPU", RoomsCsv.SERVER_CORES, 1, 2),
            TextTable.figure("us/delivery", RoomsCsv.CPU_OF_DELIVERY, 1e3, 1),
            TextTable.figure("CPU/loader", RoomsCsv.LOADER_CORES, 1, 2),
            TextTable.figure("probe", RoomsCsv.PROBE_CORES, 1, 2),
            TextTable.figure("threads", Keys.SERVER_THREADS),
            TextTable.figure("RSS MiB", Keys.SERVER_RSS, 1 << 20, 0),
            TextTable.text("", RoomsTable::remarks));

    private static final List<TextTable.Column<CsvRow>> SERVER = List.of(
            TextTable.text("server", Phrases::title),
            TextTable.text("transport", row -> row.text(Dimension.TRANSPORT)),
            TextTable.figure("fork", Dimension.FORKS));

    private RoomsTable() {}

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
                        point.roundTrips().isSteady() ? "" : ", response time grows");
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
        List<RoomsKnee> knees = RoomsKnee.of(rows);
        boolean several = rows.stream().map(RoomsTable::server).distinct().count() > 1;
        List<String> lines = new ArrayList<>();
        lines.add("");
        lines.addAll(new TextTable<>(
                        several
                                ? Stream.concat(SERVER.stream(), POINTS.stream())
                                        .toList()
                                : POINTS)
                .lines(inOrder(rows)));
        lines.add("");
        lines.add("knee, the most deliveries with nothing lost, nobody gone, steady, p99 <= %d ms:"
                .formatted(p99.toMillis()));
        knees.forEach(knee -> lines.add("  %s%d users in %d rooms: %s"
                .formatted(
                        several ? "%s over %s, ".formatted(knee.server(), knee.transport()) : "",
                        knee.users(),
                        knee.rooms(),
                        figures(knee))));
        lines.add("");
        lines.add(
                "round trips from the intended start of a message to its arrival at members of the probe, service from when it was sent; idle: of this host's"
                        + " processors, which server and load generator share");
        lines.add("results: " + folder);
        return lines;
    }

    private static List<String> server(CsvRow row) {
        return List.of(row.text(Dimension.CONTAINER), row.text(Dimension.TRANSPORT), row.text(Dimension.FORKS));
    }

    private static List<CsvRow> inOrder(List<CsvRow> rows) {
        Comparator<CsvRow> byPause = Comparator.comparingDouble((CsvRow row) -> row.amount(RoomsCsv.PAUSE));
        return CsvTable.grouped(rows, row -> List.of(server(row), row.text(RoomsCsv.USERS), row.text(RoomsCsv.ROOMS)))
                .values()
                .stream()
                .flatMap(points -> points.stream().sorted(byPause.reversed()))
                .toList();
    }

    private static String figures(RoomsKnee knee) {
        RoomsKnee.KneeFigures at = knee.at();
        if (at == null) {
            return "none";
        }
        return "%s%s deliveries/s at a pause of %s ms, p99 %s ms%s%s"
                .formatted(
                        at.atLeast() ? "at least " : "",
                        text(at.deliveriesPerSecond(), rate -> Figures.count(Math.round(rate))),
                        text(at.pauseNanos(), nanos -> "%.2f".formatted(nanos / 1e6)),
                        text(at.p99Nanos(), nanos -> "%.1f".formatted(nanos / 1e6)),
                        at.idleShare() == null
                                ? ""
                                : ", %s %% idle"
                                        .formatted(text(at.idleShare(), share -> "%.0f".formatted(100 * share))),
                        knee.forks() == 1
                                ? ""
                                : ", in %d of %d forks"
                                        .formatted(at.deliveriesPerSecond().forks(), knee.forks()));
    }

    private static String text(Spread spread, DoubleFunction<String> show) {
        String least = show.apply(spread.least());
        String most = show.apply(spread.most());
        return show.apply(spread.median()) + (least.equals(most) ? "" : " (%s..%s)".formatted(least, most));
    }

    private static String idle(CsvRow row) {
        return row.text(RoomsCsv.IDLE).isEmpty() ? "-" : "%.0f %%".formatted(100 * row.amount(RoomsCsv.IDLE));
    }

    private static String remarks(CsvRow row) {
        if (row.text(RoomsCsv.PAUSE).isEmpty()) {
            return CeilingsTable.cut(row.text(Keys.WHY));
        }
        List<String> remarks = new ArrayList<>();
        // Older files have no such column.
        if (row.amount(RoomsCsv.GONE) > 0) {
            remarks.add(gone(Math.round(row.amount(RoomsCsv.GONE)), Math.round(row.amount(RoomsCsv.USERS))));
        }
        if (row.text(RoomsCsv.STEADY).equals("false")) {
            remarks.add("response time grows");
        }
        if (!row.text(Keys.MARKS).isEmpty()) {
            remarks.add(row.text(Keys.MARKS));
        }
        return String.join("; ", remarks);
    }
}
