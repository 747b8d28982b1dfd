package io.ceiling.rooms;

import io.ceiling.harness.reading.ResponseTimes;
import io.ceiling.harness.report.csv.Cell;
import io.ceiling.harness.report.csv.Column;
import io.ceiling.harness.report.csv.CsvFile;
import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.EffortColumns;
import io.ceiling.harness.report.csv.MarkedRow;
import io.ceiling.harness.report.csv.ScenarioColumns;
import io.ceiling.harness.result.StartedServer;
import io.ceiling.harness.scenario.Scenario;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The file rooms.csv with a row for each pause that was tried in a cell of the grid. The order of the columns is part
 * of the file format. Not thread-safe; blocks for disk I/O and throws {@link RunFolderException} if it fails.
 */
public final class RoomsCsv implements AutoCloseable {

    /**
     * A row.
     *
     * @param run name of the run
     * @param server settings of the server
     * @param users number of connections
     * @param rooms number of rooms
     * @param used the server; empty if it did not start
     * @param point result of one pause; empty if the members could not be opened
     * @param roomsSettings messages of the members; empty without a point
     * @param why reason why there is no point, or none after the last one; empty for a point
     */
    record RoomsRow(
            String run,
            Scenario server,
            int users,
            int rooms,
            Optional<StartedServer> used,
            Optional<RoomsPoint> point,
            Optional<RoomsSettings> roomsSettings,
            String why) {}

    public static final List<Column<RoomsRow>> COLUMNS = columns();

    static final String FILE = "rooms.csv";

    private final String run;
    private final CsvFile csv;
    private final Supplier<List<String>> warnings;

    private RoomsCsv(String run, CsvFile csv, Supplier<List<String>> warnings) {
        this.run = run;
        this.csv = csv;
        this.warnings = warnings;
    }

    /**
     * Opens the file in the folder of a run, and creates it if it does not exist.
     *
     * @param warnings what may have spoiled a row that is written now
     */
    public static RoomsCsv open(Path folder, Supplier<List<String>> warnings) {
        return new RoomsCsv(
                String.valueOf(folder.getFileName()),
                CsvFile.openKept(folder.resolve(FILE), Column.names(COLUMNS)),
                warnings);
    }

    /** Adds a pause that was measured, which is on the disk on return. */
    public void append(Scenario server, StartedServer started, RoomsPoint point, RoomsSettings roomsSettings) {
        append(new RoomsRow(
                run,
                server,
                point.load().users(),
                point.load().rooms(),
                Optional.of(started),
                Optional.of(point),
                Optional.of(roomsSettings),
                ""));
    }

    /** Adds the reason why there are no further points of a cell. */
    public void append(Scenario server, int users, int rooms, String why) {
        append(new RoomsRow(run, server, users, rooms, Optional.empty(), Optional.empty(), Optional.empty(), why));
    }

    private void append(RoomsRow row) {
        csv.append(List.of(MarkedRow.cells(COLUMNS, row, warnings)), true);
    }

    /** Returns all rows of the file. */
    public List<CsvRow> rows() {
        return csv.named();
    }

    private static List<Column<RoomsRow>> columns() {
        List<Column<RoomsRow>> columns = new ArrayList<>();
        columns.add(new Column<>("run", RoomsRow::run));
        columns.add(new Column<>("users", row -> Cell.of(row.users())));
        columns.add(new Column<>("rooms", row -> Cell.of(row.rooms())));
        columns.add(ScenarioColumns.CONTAINER.of(RoomsRow::server));
        columns.addAll(Column.all(ScenarioColumns.SETTINGS, RoomsRow::server));
        columns.addAll(Column.all(ScenarioColumns.MESSAGING, RoomsRow::server));
        columns.add(new Column<>("container_version", row -> row.used()
                .map(StartedServer::running)
                .map(running -> running.container().version())
                .orElse("")));
        columns.add(new Column<>("used_endpoint_class", row -> row.used()
                .map(StartedServer::running)
                .map(running -> running.container().endpointClass())
                .orElse("")));
        columns.add(new Column<>(
                "elements_bytes",
                row -> row.roomsSettings().map(c -> Cell.of(c.elementsBytes())).orElse("")));
        columns.add(point("messages_per_burst", p -> Cell.of(p.load().messagesPerBurst())));
        columns.add(point("pause_ns", p -> Cell.of(p.load().pauseNanos())));
        columns.add(point("measured_ns", p -> Cell.of(p.throughput().nanos())));
        columns.add(point("messages_asked", p -> Cell.of(p.throughput().sent().asked())));
        columns.add(point("messages_sent", p -> Cell.of(p.throughput().sent().sent())));
        columns.add(point("messages_sent_per_s", p -> Cell.of(p.throughput().sentPerSecond())));
        columns.add(
                point("messages_sent_late", p -> Cell.of(p.throughput().sent().late())));
        columns.add(point("deliveries_per_s", p -> Cell.of(p.throughput().deliveredPerSecond())));
        columns.add(point("delivered_bytes_per_s", p -> Cell.of(p.throughput().deliveredBytesPerSecond())));
        columns.add(point("deliveries_due", p -> Cell.of(p.deliveries().due())));
        columns.add(point("deliveries_lost", p -> Cell.of(p.deliveries().lost())));
        columns.add(point(
                "deliveries_duplicated", p -> Cell.of(p.deliveries().received().duplicates())));
        columns.add(point(
                "deliveries_out_of_order",
                p -> Cell.of(p.deliveries().received().outOfOrder())));
        columns.add(point(
                "round_trip_count",
                p -> Cell.of(p.roundTrips().times().response().count())));
        columns.add(roundTrip("p50", ResponseTimes::p50Nanos));
        columns.add(roundTrip("p99", ResponseTimes::p99Nanos));
        columns.add(roundTrip("p999", ResponseTimes::p999Nanos));
        columns.add(roundTrip("max", ResponseTimes::maxNanos));
        columns.add(service("p50", ResponseTimes::p50Nanos));
        columns.add(service("p99", ResponseTimes::p99Nanos));
        columns.add(point("first_third_p50_ns", p -> Cell.of(p.roundTrips().firstThirdNanos())));
        columns.add(point("last_third_p50_ns", p -> Cell.of(p.roundTrips().lastThirdNanos())));
        columns.add(point("steady", p -> Boolean.toString(p.roundTrips().steady())));
        columns.add(new Column<>(
                "passed",
                row -> row.point().isPresent() && row.roomsSettings().isPresent()
                        ? Boolean.toString(row.point()
                                .get()
                                .passes(row.roomsSettings().get().p99()))
                        : ""));
        columns.add(point("host_idle_share", p -> Cell.of(p.resources().host().idle())));
        columns.add(point("server_cores", p -> Cell.of(p.resources().serverCores())));
        columns.add(point("loader_cores", p -> Cell.of(p.resources().loaderCores())));
        columns.add(point("probe_cores", p -> Cell.of(p.probeCores())));
        columns.add(point("server_threads", p -> Cell.of(p.resources().server().threads())));
        columns.add(point(
                "server_heap_used_bytes", p -> Cell.of(p.resources().server().heapBytes())));
        columns.add(
                point("server_rss_bytes", p -> Cell.of(p.resources().server().rssBytes())));
        columns.add(
                point("server_pause_max_ns", p -> Cell.of(p.resources().pauses().serverNanos())));
        columns.add(
                point("load_pause_max_ns", p -> Cell.of(p.resources().pauses().agentNanos())));
        columns.add(new Column<>("marks", row -> row.point()
                .map(point -> EffortColumns.marks(point.marks(), row.used()))
                .orElse("")));
        columns.add(new Column<>("why", row -> Cell.text(row.why())));
        columns.addAll(EffortColumns.warmUp(RoomsRow::used));
        columns.add(point("host_iowait_share", p -> Cell.of(p.resources().host().iowait())));
        columns.add(
                point("host_softirq_share", p -> Cell.of(p.resources().host().softirq())));
        columns.add(point("host_steal_share", p -> Cell.of(p.resources().host().steal())));
        columns.addAll(Column.all(ScenarioColumns.LAYERS, RoomsRow::server));
        columns.add(point("members_gone", p -> Cell.of(p.deliveries().membersGone())));
        columns.addAll(Column.all(ScenarioColumns.RELEASE, RoomsRow::server));
        columns.add(ScenarioColumns.FORK.of(RoomsRow::server));
        columns.add(point(
                "server_cpu_ns_per_message",
                p -> serverNanosEach(p, p.throughput().sent().sent())));
        columns.add(point(
                "server_cpu_ns_per_delivery",
                p -> serverNanosEach(p, p.throughput().received().messages())));
        columns.addAll(Column.all(ScenarioColumns.MORE_SETTINGS, RoomsRow::server));
        return List.copyOf(columns);
    }

    private static Column<RoomsRow> point(String name, Function<RoomsPoint, String> cell) {
        return new Column<>(name, row -> row.point().map(cell).orElse(""));
    }

    private static String serverNanosEach(RoomsPoint point, long count) {
        return Cell.of(point.resources().serverNanosEach(point.throughput().nanos(), count));
    }

    private static Column<RoomsRow> roundTrip(String name, Function<ResponseTimes, Long> value) {
        return point(
                "round_trip_%s_ns".formatted(name),
                p -> known(p.roundTrips().times().response(), value));
    }

    private static Column<RoomsRow> service(String name, Function<ResponseTimes, Long> value) {
        return point(
                "service_%s_ns".formatted(name),
                p -> known(p.roundTrips().times().service(), value));
    }

    private static String known(ResponseTimes times, Function<ResponseTimes, Long> value) {
        return times.count() == 0 ? "" : Cell.of(value.apply(times));
    }

    /** Closes the file and releases its lock. */
    @Override
    public void close() {
        csv.close();
    }
}
