package io.ceiling.rooms;

import io.ceiling.harness.matrix.Dimension;
import io.ceiling.harness.report.Spread;
import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.CsvTable;
import io.ceiling.harness.report.csv.Keys;
import io.ceiling.harness.report.html.chart.Phrases;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The knee of a server in one place of the grid of users and rooms: of each fork the point with the most deliveries
 * that passed. Marked points count: they may be better than they look, but not worse. A pure function of rooms.csv.
 *
 * @param server title of the container, such as {@code Jetty}
 * @param transport transport of the members
 * @param users number of members
 * @param rooms number of rooms
 * @param forks number of forks that were measured, or could not be
 * @param at figures at the knees; null if no fork has one
 */
public record RoomsKnee(String server, String transport, long users, long rooms, int forks, @Nullable KneeFigures at) {

    /**
     * The figures at the knees of the forks that have one.
     *
     * @param atLeast true if a fork had no shorter pause that failed, so that its knee may be higher
     */
    public record KneeFigures(
            boolean atLeast,
            Spread deliveriesPerSecond,
            Spread pauseNanos,
            Spread p50Nanos,
            Spread p99Nanos,
            @Nullable Spread idleShare) {

        private static @Nullable KneeFigures of(List<CsvRow> knees, boolean atLeast) {
            Spread deliveries = Spread.of(knees, RoomsCsv.DELIVERIES);
            Spread pause = Spread.of(knees, RoomsCsv.PAUSE);
            Spread p50 = Spread.of(knees, RoomsCsv.ROUND_TRIP.p50());
            Spread p99 = Spread.of(knees, RoomsCsv.ROUND_TRIP.p99());
            return deliveries == null || pause == null || p50 == null || p99 == null
                    ? null
                    : new KneeFigures(atLeast, deliveries, pause, p50, p99, Spread.of(knees, RoomsCsv.IDLE));
        }
    }

    /** Returns the knees in the order of the file. */
    public static List<RoomsKnee> of(List<CsvRow> rows) {
        return CsvTable.grouped(
                        rows,
                        row -> List.of(
                                row.text(Dimension.CONTAINER),
                                row.text(Dimension.TRANSPORT),
                                row.text(RoomsCsv.USERS),
                                row.text(RoomsCsv.ROOMS)))
                .values()
                .stream()
                .map(RoomsKnee::ofCell)
                .toList();
    }

    private static RoomsKnee ofCell(List<CsvRow> cell) {
        Collection<List<CsvRow>> forks =
                CsvTable.grouped(cell, row -> row.text(Dimension.FORKS)).values();
        CsvRow first = cell.get(0);
        return new RoomsKnee(
                Phrases.title(first),
                first.text(Dimension.TRANSPORT),
                Math.round(first.amount(RoomsCsv.USERS)),
                Math.round(first.amount(RoomsCsv.ROOMS)),
                forks.size(),
                KneeFigures.of(
                        forks.stream().flatMap(fork -> best(fork).stream()).toList(),
                        forks.stream().anyMatch(RoomsKnee::mayGoOn)));
    }

    private static boolean mayGoOn(List<CsvRow> points) {
        Optional<CsvRow> knee = best(points);
        return knee.isPresent()
                && points.stream()
                        .noneMatch(row -> !row.isTrue(Keys.PASSED)
                                && row.amount(RoomsCsv.PAUSE) < knee.get().amount(RoomsCsv.PAUSE));
    }

    /** Returns the point with the most deliveries among those that passed. */
    static Optional<CsvRow> best(List<CsvRow> points) {
        return points.stream()
                .filter(row -> row.isTrue(Keys.PASSED))
                .max(Comparator.comparingDouble(row -> row.amount(RoomsCsv.DELIVERIES)));
    }
}
