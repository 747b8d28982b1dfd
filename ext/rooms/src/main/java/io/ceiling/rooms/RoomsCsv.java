package io.ceiling.rooms;

import io.ceiling.harness.reading.ResponseTimes;
import io.ceiling.harness.report.csv.Column;
import io.ceiling.harness.report.csv.EffortColumns;
import io.ceiling.harness.report.csv.Keys;
import io.ceiling.harness.report.csv.RowFile;
import io.ceiling.harness.report.csv.SampleColumns;
import io.ceiling.harness.report.csv.ScenarioColumns;
import io.ceiling.harness.result.StartedServer;
import io.ceiling.harness.rows.ColumnKey;
import io.ceiling.harness.scenario.Scenario;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.Supplier;

/** The file rooms.csv with a row for each pause that was tried in a cell of the grid. */
public final class RoomsCsv extends RowFile<RoomsCsv.RoomsRow> {

    /**
     * A row.
     *
     * @param run name of the run
     * @param server settings of the server
     * @param users number of connections
     * @param rooms number of rooms
     * @param startedServer the server; empty if it did not start
     * @param point result of one pause; empty if the members could not be opened
     * @param roomsSettings messages of the members; empty without a point
     * @param reason reason why there is no point, or none after the last one; empty for a point
     */
    record RoomsRow(
            String run,
            Scenario server,
            int users,
            int rooms,
            Optional<StartedServer> startedServer,
            Optional<RoomsPoint> point,
            Optional<RoomsSettings> roomsSettings,
            String reason) {}

    static final ColumnKey.Amount USERS = new ColumnKey.Amount("users");
    static final ColumnKey.Amount ROOMS = new ColumnKey.Amount("rooms");
    static final ColumnKey.Amount PAUSE = new ColumnKey.Amount("pause_ns");
    static final ColumnKey.Amount SENT = new ColumnKey.Amount("messages_sent_per_s");
    static final ColumnKey.Amount DELIVERIES = new ColumnKey.Amount("deliveries_per_s");
    static final ColumnKey.Amount DELIVERED_BYTES = new ColumnKey.Amount("delivered_bytes_per_s");
    static final ColumnKey.Amount LOST = new ColumnKey.Amount("deliveries_lost");
    static final ColumnKey.Flag STEADY = new ColumnKey.Flag("steady");
    static final ColumnKey.Amount GONE = new ColumnKey.Amount("members_gone");
    static final ColumnKey.Amount IDLE = new ColumnKey.Amount("host_idle_share");
    static final ColumnKey.Amount SERVER_CORES = new ColumnKey.Amount("server_cores");
    static final ColumnKey.Amount LOADER_CORES = new ColumnKey.Amount("loader_cores");
    static final ColumnKey.Amount PROBE_CORES = new ColumnKey.Amount("probe_cores");
    static final ColumnKey.Amount CPU_OF_DELIVERY = new ColumnKey.Amount("server_cpu_ns_per_delivery");
    static final ColumnKey.Times ROUND_TRIP = new ColumnKey.Times("round_trip");

    public static final List<Column<RoomsRow>> COLUMNS = columns();

    static final String FILE = "rooms.csv";

    /**
     * Opens the file in the folder of a run, and creates it if it does not exist.
     *
     * @param warnings supplies warnings about what may have distorted the row being written
     */
    public RoomsCsv(Path folder, Supplier<List<String>> warnings) {
        super(folder, FILE, COLUMNS, warnings);
    }

    /** Adds a pause that was measured, which is on the disk on return. */
    public void append(Scenario server, StartedServer started, RoomsPoint point, RoomsSettings roomsSettings) {
        append(List.of(new RoomsRow(
                run(),
                server,
                point.load().users(),
                point.load().rooms(),
                Optional.of(started),
                Optional.of(point),
                Optional.of(roomsSettings),
                "")));
    }

    /** Adds the reason why there are no further points of a cell. */
    public void append(Scenario server, int users, int rooms, String why) {
        append(List.of(
                new RoomsRow(run(), server, users, rooms, Optional.empty(), Optional.empty(), Optional.empty(), why)));
    }

    private static List<Column<RoomsRow>> columns() {
        List<Column<RoomsRow>> columns = new ArrayList<>();
        columns.add(new Column<>("run", RoomsRow::run));
        columns.add(new Column<>(USERS, row -> row.users()));
        columns.add(new Column<>(ROOMS, row -> row.rooms()));
        columns.add(ScenarioColumns.CONTAINER.adapt(RoomsRow::server));
        columns.addAll(Column.adaptAll(ScenarioColumns.SETTINGS, RoomsRow::server));
        columns.addAll(Column.adaptAll(ScenarioColumns.MESSAGING, RoomsRow::server));
        columns.add(new Column<>(Keys.CONTAINER_VERSION, row -> row.startedServer()
                .map(StartedServer::running)
                .map(running -> running.container().version())));
        columns.add(new Column<>("used_endpoint_class", row -> row.startedServer()
                .map(StartedServer::running)
                .map(running -> running.container().endpointClass())));
        columns.add(new Column<>("elements_bytes", row -> row.roomsSettings().map(c -> c.elementsBytes())));
        columns.add(point(ColumnKey.of("messages_per_burst"), p -> p.load().messagesPerBurst()));
        columns.add(point(PAUSE, p -> p.load().pauseNanos()));
        columns.add(point(ColumnKey.of("measured_ns"), p -> p.throughput().nanos()));
        columns.add(
                point(ColumnKey.of("messages_asked"), p -> p.throughput().sent().due()));
        columns.add(
                point(ColumnKey.of("messages_sent"), p -> p.throughput().sent().sent()));
        columns.add(point(SENT, p -> p.throughput().sentPerSecond()));
        columns.add(point(
                ColumnKey.of("messages_sent_late"), p -> p.throughput().sent().late()));
        columns.add(point(DELIVERIES, p -> p.throughput().deliveredPerSecond()));
        columns.add(point(DELIVERED_BYTES, p -> p.throughput().deliveredBytesPerSecond()));
        columns.add(point(ColumnKey.of("deliveries_due"), p -> p.deliveries().due()));
        columns.add(point(LOST, p -> p.deliveries().lost()));
        columns.add(point(
                ColumnKey.of("deliveries_duplicated"),
                p -> p.deliveries().received().duplicates()));
        columns.add(point(
                ColumnKey.of("deliveries_out_of_order"),
                p -> p.deliveries().received().outOfOrder()));
        columns.add(point(
                ColumnKey.of("round_trip_count"),
                p -> p.roundTrips().times().response().count()));
        columns.addAll(SampleColumns.times(
                ROUND_TRIP,
                row -> row.point().map(p -> p.roundTrips().times().response()).orElse(ResponseTimes.NONE)));
        columns.add(service(Keys.SERVICE.p50(), ResponseTimes::p50Nanos));
        columns.add(service(Keys.SERVICE.p99(), ResponseTimes::p99Nanos));
        columns.add(
                point(ColumnKey.of("first_third_p50_ns"), p -> p.roundTrips().firstThirdNanos()));
        columns.add(point(ColumnKey.of("last_third_p50_ns"), p -> p.roundTrips().lastThirdNanos()));
        columns.add(point(STEADY, p -> p.roundTrips().isSteady()));
        columns.add(new Column<>(Keys.PASSED, row -> row.point()
                .flatMap(point -> row.roomsSettings().map(asked -> point.passes(asked.p99())))));
        columns.add(point(IDLE, p -> p.resources().host().idle()));
        columns.add(point(SERVER_CORES, p -> p.resources().serverCores()));
        columns.add(point(LOADER_CORES, p -> p.resources().coresPerAgent()));
        columns.add(point(PROBE_CORES, p -> p.probeCores()));
        columns.add(point(Keys.SERVER_THREADS, p -> p.resources().server().threads()));
        columns.add(point(Keys.HEAP_USED, p -> p.resources().server().heapBytes()));
        columns.add(point(Keys.SERVER_RSS, p -> p.resources().server().rssBytes()));
        columns.add(point(Keys.SERVER_PAUSE, p -> p.resources().pauses().serverNanos()));
        columns.add(point(Keys.LOAD_PAUSE, p -> p.resources().pauses().agentNanos()));
        columns.add(new Column<>(
                Keys.MARKS, row -> row.point().map(point -> EffortColumns.marks(point.marks(), row.startedServer()))));
        columns.add(new Column<>(Keys.WHY, row -> row.reason()));
        columns.addAll(EffortColumns.warmUp(RoomsRow::startedServer));
        columns.add(point(
                ColumnKey.of("host_iowait_share"), p -> p.resources().host().iowait()));
        columns.add(point(
                ColumnKey.of("host_softirq_share"), p -> p.resources().host().softirq()));
        columns.add(point(
                ColumnKey.of("host_steal_share"), p -> p.resources().host().steal()));
        columns.addAll(Column.adaptAll(ScenarioColumns.LAYERS, RoomsRow::server));
        columns.add(point(GONE, p -> p.deliveries().membersGone()));
        columns.addAll(Column.adaptAll(ScenarioColumns.RELEASE, RoomsRow::server));
        columns.add(ScenarioColumns.FORK.adapt(RoomsRow::server));
        columns.add(point(
                ColumnKey.of("server_cpu_ns_per_message"),
                p -> serverNanosEach(p, p.throughput().sent().sent())));
        columns.add(point(
                CPU_OF_DELIVERY,
                p -> serverNanosEach(p, p.throughput().received().messages())));
        columns.addAll(Column.adaptAll(ScenarioColumns.MORE_SETTINGS, RoomsRow::server));
        return List.copyOf(columns);
    }

    private static Column<RoomsRow> point(ColumnKey key, Function<RoomsPoint, ?> cell) {
        return new Column<>(key, row -> row.point().map(cell));
    }

    private static OptionalDouble serverNanosEach(RoomsPoint point, long count) {
        return point.resources().serverNanosEach(point.throughput().nanos(), count);
    }

    private static Column<RoomsRow> service(ColumnKey key, Function<ResponseTimes, Long> value) {
        return point(key, p -> known(p.roundTrips().times().service(), value));
    }

    private static Object known(ResponseTimes times, Function<ResponseTimes, Long> value) {
        return times.count() == 0 ? "" : value.apply(times);
    }
}
