package io.ceiling.traffic;

import io.ceiling.container.RunningSettings;
import io.ceiling.harness.reading.Latencies;
import io.ceiling.harness.reading.ResponseTimes;
import io.ceiling.harness.report.csv.Cell;
import io.ceiling.harness.report.csv.Column;
import io.ceiling.harness.report.csv.CsvFile;
import io.ceiling.harness.report.csv.EffortColumns;
import io.ceiling.harness.report.csv.Keys;
import io.ceiling.harness.report.csv.RowFile;
import io.ceiling.harness.report.csv.SampleColumns;
import io.ceiling.harness.report.csv.ScenarioColumns;
import io.ceiling.harness.result.StartedServer;
import io.ceiling.harness.rows.Key;
import io.ceiling.harness.scenario.Scenario;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** The files traffic.csv, with a row for each second, and traffic-totals.csv, with a row for the whole run. */
public final class TrafficCsv extends RowFile<TrafficCsv.TrafficRow> {

    /**
     * A row of traffic-totals.csv.
     *
     * @param run name of the run
     * @param server settings of the server
     * @param asked settings of the traffic
     * @param used the server; empty if it did not start
     * @param result result of the traffic; empty if the connections could not be opened
     * @param why reason why there is no result, or not all connections were held
     */
    record TrafficRow(
            String run,
            Scenario server,
            TrafficSettings asked,
            Optional<StartedServer> used,
            Optional<TrafficResult> result,
            String why) {}

    static final Key.Amount ELAPSED = new Key.Amount("elapsed_s");
    static final Key.Text PHASE = new Key.Text("phase");
    static final Key.Amount CONNECTIONS = new Key.Amount("connections");
    static final Key.Amount OPENED = new Key.Amount("connections_per_s");
    static final Key.Amount ALIVE = new Key.Amount("alive");
    static final Key.Amount OFFERED = new Key.Amount("requests_offered_per_s");
    static final Key.Amount REQUESTS = new Key.Amount("requests_per_s");
    static final Key.Amount ANSWERED = new Key.Amount("requests_answered");
    static final Key.Amount READ_BYTES = new Key.Amount("read_bytes_per_s");
    static final Key.Amount LATE = new Key.Amount("late_sends");
    static final Key.Amount MEASURED = new Key.Amount("measured_ns");
    static final Key.Amount SERVER_CORES = new Key.Amount("server_cores");
    static final Key.Amount LOADER_CORES = new Key.Amount("loader_cores");
    static final Key.Amount CPU_OF_REQUEST = new Key.Amount("server_cpu_ns_per_request");
    static final Key.Amount HELD_HEAP = new Key.Amount("held_heap_bytes");
    static final Key.Amount HEAP_AFTER_TRAFFIC = new Key.Amount("heap_after_traffic_bytes");
    static final Key.Amount FAILED = new Key.Amount("failed");
    static final Key.Amount PROBE_CONNECTIONS = new Key.Amount("probe_connections");
    static final Key.Amount PROBE_ANSWERED = new Key.Amount("probe_requests");
    static final Key.Amount PROBE_REQUESTS = new Key.Amount("probe_requests_per_s");
    static final Key.Amount PROBE_FAILED = new Key.Amount("probe_failed");
    static final Key.Amount PROBE_CORES = new Key.Amount("probe_cores");
    static final Key.Times PROBE_RESPONSE = new Key.Times("probe_response");

    public static final List<Column<TrafficSecond>> SECONDS = seconds();
    public static final List<Column<TrafficRow>> TOTALS = totalsColumns();

    private final CsvFile seconds;

    /**
     * Opens the files in the folder of a run, and creates them if they do not exist.
     *
     * @param warnings supplies warnings about what may have distorted the row being written
     */
    public TrafficCsv(Path folder, Supplier<List<String>> warnings) {
        super(folder, "traffic-totals.csv", TOTALS, warnings);
        seconds = CsvFile.open(folder.resolve("traffic.csv"), Column.names(SECONDS));
    }

    /** Adds a second. On return the operating system has it, but it may not be on the disk yet. */
    public void append(TrafficSecond second) {
        seconds.append(List.of(Column.cells(SECONDS, second)), false);
    }

    /** Adds the result of the run, which is on the disk on return. */
    public void append(Scenario server, StartedServer started, TrafficResult result) {
        append(List.of(new TrafficRow(
                run(),
                server,
                result.settings(),
                Optional.of(started),
                Optional.of(result),
                result.held().notHeld())));
    }

    /** Adds the reason why there is no result. */
    public void append(Scenario server, TrafficSettings asked, String why) {
        append(List.of(new TrafficRow(run(), server, asked, Optional.empty(), Optional.empty(), why)));
    }

    private static List<Column<TrafficSecond>> seconds() {
        List<Column<TrafficSecond>> columns = new ArrayList<>();
        columns.add(new Column<>(ELAPSED, s -> Cell.seconds(s.elapsedNanos())));
        columns.add(new Column<>(PHASE, s -> s.phase().name().toLowerCase(Locale.ROOT)));
        columns.add(new Column<>(ALIVE, s -> s.load().connections().alive()));
        columns.add(new Column<>("requests", s -> s.requests()));
        columns.add(new Column<>(REQUESTS, s -> s.requestsPerSecond()));
        columns.add(new Column<>(READ_BYTES, s -> s.bytesReadPerSecond()));
        columns.add(new Column<>("written_bytes_per_s", s -> s.bytesWrittenPerSecond()));
        columns.addAll(SampleColumns.times(
                Keys.RESPONSE, s -> s.load().times().exchanges().response()));
        columns.add(new Column<>(LATE, s -> s.load().exchanges().late()));
        columns.add(new Column<>(FAILED, s -> s.load().failures().total()));
        columns.add(new Column<>(SERVER_CORES, s -> s.span().serverCores()));
        columns.add(new Column<>(LOADER_CORES, s -> s.span().loaderCores()));
        columns.add(new Column<>(Keys.SERVER_RSS, s -> s.server().rssBytes()));
        columns.add(new Column<>(Keys.HEAP_USED, s -> s.server().heapBytes()));
        return List.copyOf(columns);
    }

    private static List<Column<TrafficRow>> totalsColumns() {
        List<Column<TrafficRow>> columns = new ArrayList<>();
        columns.add(new Column<>("run", TrafficRow::run));
        columns.add(ScenarioColumns.CONTAINER.of(TrafficRow::server));
        columns.addAll(Column.all(ScenarioColumns.SETTINGS, TrafficRow::server));
        columns.add(used(Keys.CONTAINER_VERSION, running -> running.container().version()));
        columns.add(used(
                Key.of("used_endpoint_class"), running -> running.container().endpointClass()));
        columns.add(setting(CONNECTIONS, s -> s.connections()));
        columns.add(setting(Key.of("min_idle_ns"), s -> s.minIdle().toNanos()));
        columns.add(setting(Key.of("max_idle_ns"), s -> s.maxIdle().toNanos()));
        columns.add(setting(Key.of("seed"), s -> s.seed()));
        columns.add(setting(OFFERED, s -> s.offeredPerSecond()));
        columns.add(result(Key.of("opening_ns"), r -> r.held().openingNanos()));
        columns.add(result(OPENED, r -> r.connectionsPerSecond()));
        columns.add(result(MEASURED, r -> r.exchanges().nanos()));
        columns.add(result(ALIVE, r -> r.held().alive()));
        columns.add(
                result(Key.of("requests_asked"), r -> r.exchanges().requests().asked()));
        columns.add(result(ANSWERED, r -> r.exchanges().requests().answered()));
        columns.add(result(REQUESTS, r -> r.exchanges().requestsPerSecond()));
        columns.add(result(READ_BYTES, r -> r.exchanges().bytesReadPerSecond()));
        columns.add(result(Key.of("written_bytes_per_s"), r -> r.exchanges().bytesWrittenPerSecond()));
        columns.add(result(LATE, r -> r.exchanges().requests().late()));
        columns.addAll(latencies(Keys.RESPONSE, Latencies::response));
        columns.addAll(latencies(Keys.SERVICE, Latencies::service));
        columns.add(result(Key.of("host_idle_share"), r -> r.resources().host().idle()));
        columns.add(result(SERVER_CORES, r -> r.resources().serverCores()));
        columns.add(result(LOADER_CORES, r -> r.resources().loaderCores()));
        columns.add(result(Keys.SERVER_THREADS, r -> r.resources().server().threads()));
        columns.add(result(HELD_HEAP, r -> r.held().heapBytes()));
        columns.add(result(Key.of("held_rss_bytes"), r -> r.held().rssBytes()));
        columns.add(result(Keys.HEAP_USED, r -> r.resources().server().heapBytes()));
        columns.add(result(Keys.SERVER_RSS, r -> r.resources().server().rssBytes()));
        columns.add(result(Keys.SERVER_PAUSE, r -> r.resources().pauses().serverNanos()));
        columns.add(result(Keys.LOAD_PAUSE, r -> r.resources().pauses().agentNanos()));
        columns.add(probe(PROBE_CONNECTIONS, p -> p.connections()));
        columns.add(probe(PROBE_ANSWERED, p -> p.answered()));
        columns.add(probe(Key.of("probe_ns"), p -> p.durationNanos()));
        columns.add(probe(PROBE_REQUESTS, p -> p.requestsPerSecond()));
        columns.add(probe(PROBE_RESPONSE.mean(), p -> p.response().meanNanos()));
        columns.addAll(times(
                PROBE_RESPONSE,
                row -> row.result().flatMap(TrafficResult::probe).map(ProbeResult::response)));
        columns.add(probe(PROBE_FAILED, p -> p.failed()));
        columns.add(probe(PROBE_CORES, p -> p.cores()));
        columns.add(new Column<>(
                Keys.MARKS, row -> row.result().map(result -> EffortColumns.marks(result.marks(), row.used()))));
        columns.add(new Column<>(Keys.WHY, row -> row.why()));
        columns.addAll(EffortColumns.warmUp(TrafficRow::used));
        columns.add(
                result(Key.of("host_iowait_share"), r -> r.resources().host().iowait()));
        columns.add(
                result(Key.of("host_softirq_share"), r -> r.resources().host().softirq()));
        columns.add(result(Key.of("host_steal_share"), r -> r.resources().host().steal()));
        columns.add(result(HEAP_AFTER_TRAFFIC, r -> r.held().heapAfterTrafficBytes()));
        columns.addAll(Column.all(ScenarioColumns.LAYERS, TrafficRow::server));
        columns.addAll(Column.all(ScenarioColumns.RELEASE, TrafficRow::server));
        columns.add(result(CPU_OF_REQUEST, r -> r.serverNanosPerRequest()));
        columns.addAll(Column.all(ScenarioColumns.MORE_SETTINGS, TrafficRow::server));
        return List.copyOf(columns);
    }

    private static Column<TrafficRow> used(Key key, Function<RunningSettings, ?> cell) {
        return new Column<>(key, row -> row.used().map(StartedServer::running).map(cell));
    }

    private static Column<TrafficRow> setting(Key key, Function<TrafficSettings, ?> cell) {
        return new Column<>(key, row -> cell.apply(row.asked()));
    }

    private static Column<TrafficRow> result(Key key, Function<TrafficResult, ?> cell) {
        return new Column<>(key, row -> row.result().map(cell));
    }

    private static Column<TrafficRow> probe(Key key, Function<ProbeResult, ?> cell) {
        return new Column<>(
                key, row -> row.result().flatMap(TrafficResult::probe).map(cell));
    }

    private static List<Column<TrafficRow>> latencies(Key.Times keys, Function<Latencies, ResponseTimes> which) {
        return times(keys, row -> row.result()
                .map(result -> which.apply(result.exchanges().times())));
    }

    private static List<Column<TrafficRow>> times(Key.Times keys, Function<TrafficRow, Optional<ResponseTimes>> times) {
        return SampleColumns.times(keys, row -> times.apply(row).orElse(ResponseTimes.NONE));
    }

    /** Closes the files and releases their locks. */
    @Override
    public void close() {
        try (seconds) {
            super.close();
        }
    }
}
