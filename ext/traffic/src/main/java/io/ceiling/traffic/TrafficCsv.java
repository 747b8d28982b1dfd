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
import io.ceiling.harness.rows.ColumnKey;
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
     * @param requestedSettings settings of the traffic
     * @param startedServer the server; empty if it did not start
     * @param result result of the traffic; empty if the connections could not be opened
     * @param reason reason why there is no result, or not all connections were held
     */
    record TrafficRow(
            String run,
            Scenario server,
            TrafficSettings requestedSettings,
            Optional<StartedServer> startedServer,
            Optional<TrafficResult> result,
            String reason) {}

    static final ColumnKey.Amount ELAPSED = new ColumnKey.Amount("elapsed_s");
    static final ColumnKey.Text PHASE = new ColumnKey.Text("phase");
    static final ColumnKey.Amount CONNECTIONS = new ColumnKey.Amount("connections");
    static final ColumnKey.Amount OPENED = new ColumnKey.Amount("connections_per_s");
    static final ColumnKey.Amount ALIVE = new ColumnKey.Amount("alive");
    static final ColumnKey.Amount OFFERED = new ColumnKey.Amount("requests_offered_per_s");
    static final ColumnKey.Amount REQUESTS = new ColumnKey.Amount("requests_per_s");
    static final ColumnKey.Amount ANSWERED = new ColumnKey.Amount("requests_answered");
    static final ColumnKey.Amount READ_BYTES = new ColumnKey.Amount("read_bytes_per_s");
    static final ColumnKey.Amount LATE = new ColumnKey.Amount("late_sends");
    static final ColumnKey.Amount MEASURED = new ColumnKey.Amount("measured_ns");
    static final ColumnKey.Amount SERVER_CORES = new ColumnKey.Amount("server_cores");
    static final ColumnKey.Amount LOADER_CORES = new ColumnKey.Amount("loader_cores");
    static final ColumnKey.Amount CPU_OF_REQUEST = new ColumnKey.Amount("server_cpu_ns_per_request");
    static final ColumnKey.Amount HELD_HEAP = new ColumnKey.Amount("held_heap_bytes");
    static final ColumnKey.Amount HEAP_AFTER_TRAFFIC = new ColumnKey.Amount("heap_after_traffic_bytes");
    static final ColumnKey.Amount FAILED = new ColumnKey.Amount("failed");
    static final ColumnKey.Amount PROBE_CONNECTIONS = new ColumnKey.Amount("probe_connections");
    static final ColumnKey.Amount PROBE_ANSWERED = new ColumnKey.Amount("probe_requests");
    static final ColumnKey.Amount PROBE_REQUESTS = new ColumnKey.Amount("probe_requests_per_s");
    static final ColumnKey.Amount PROBE_FAILED = new ColumnKey.Amount("probe_failed");
    static final ColumnKey.Amount PROBE_CORES = new ColumnKey.Amount("probe_cores");
    static final ColumnKey.Times PROBE_RESPONSE = new ColumnKey.Times("probe_response");

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
                result.held().lossReason())));
    }

    /** Adds the reason why there is no result. */
    public void append(Scenario server, TrafficSettings requestedSettings, String why) {
        append(List.of(new TrafficRow(run(), server, requestedSettings, Optional.empty(), Optional.empty(), why)));
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
        columns.add(new Column<>(LOADER_CORES, s -> s.span().totalAgentCores()));
        columns.add(new Column<>(Keys.SERVER_RSS, s -> s.server().rssBytes()));
        columns.add(new Column<>(Keys.HEAP_USED, s -> s.server().heapBytes()));
        return List.copyOf(columns);
    }

    private static List<Column<TrafficRow>> totalsColumns() {
        List<Column<TrafficRow>> columns = new ArrayList<>();
        columns.add(new Column<>("run", TrafficRow::run));
        columns.add(ScenarioColumns.CONTAINER.adapt(TrafficRow::server));
        columns.addAll(Column.adaptAll(ScenarioColumns.SETTINGS, TrafficRow::server));
        columns.add(used(Keys.CONTAINER_VERSION, running -> running.container().version()));
        columns.add(used(ColumnKey.of("used_endpoint_class"), running -> running.container()
                .endpointClass()));
        columns.add(setting(CONNECTIONS, s -> s.connections()));
        columns.add(setting(ColumnKey.of("min_idle_ns"), s -> s.minIdle().toNanos()));
        columns.add(setting(ColumnKey.of("max_idle_ns"), s -> s.maxIdle().toNanos()));
        columns.add(setting(ColumnKey.of("seed"), s -> s.seed()));
        columns.add(setting(OFFERED, s -> s.offeredPerSecond()));
        columns.add(result(ColumnKey.of("opening_ns"), r -> r.held().openingNanos()));
        columns.add(result(OPENED, r -> r.connectionsPerSecond()));
        columns.add(result(MEASURED, r -> r.exchanges().nanos()));
        columns.add(result(ALIVE, r -> r.held().alive()));
        columns.add(result(
                ColumnKey.of("requests_asked"), r -> r.exchanges().requests().planned()));
        columns.add(result(ANSWERED, r -> r.exchanges().requests().answered()));
        columns.add(result(REQUESTS, r -> r.exchanges().requestsPerSecond()));
        columns.add(result(READ_BYTES, r -> r.exchanges().bytesReadPerSecond()));
        columns.add(
                result(ColumnKey.of("written_bytes_per_s"), r -> r.exchanges().bytesWrittenPerSecond()));
        columns.add(result(LATE, r -> r.exchanges().requests().late()));
        columns.addAll(latencies(Keys.RESPONSE, Latencies::response));
        columns.addAll(latencies(Keys.SERVICE, Latencies::service));
        columns.add(result(
                ColumnKey.of("host_idle_share"), r -> r.resources().host().idle()));
        columns.add(result(SERVER_CORES, r -> r.resources().serverCores()));
        columns.add(result(LOADER_CORES, r -> r.resources().coresPerAgent()));
        columns.add(result(Keys.SERVER_THREADS, r -> r.resources().server().threads()));
        columns.add(result(HELD_HEAP, r -> r.held().heapBytes()));
        columns.add(result(ColumnKey.of("held_rss_bytes"), r -> r.held().rssBytes()));
        columns.add(result(Keys.HEAP_USED, r -> r.resources().server().heapBytes()));
        columns.add(result(Keys.SERVER_RSS, r -> r.resources().server().rssBytes()));
        columns.add(result(Keys.SERVER_PAUSE, r -> r.resources().pauses().serverNanos()));
        columns.add(result(Keys.LOAD_PAUSE, r -> r.resources().pauses().agentNanos()));
        columns.add(probe(PROBE_CONNECTIONS, p -> p.connections()));
        columns.add(probe(PROBE_ANSWERED, p -> p.answered()));
        columns.add(probe(ColumnKey.of("probe_ns"), p -> p.durationNanos()));
        columns.add(probe(PROBE_REQUESTS, p -> p.requestsPerSecond()));
        columns.add(probe(PROBE_RESPONSE.mean(), p -> p.response().meanNanos()));
        columns.addAll(times(
                PROBE_RESPONSE,
                row -> row.result().flatMap(TrafficResult::probe).map(ProbeResult::response)));
        columns.add(probe(PROBE_FAILED, p -> p.failed()));
        columns.add(probe(PROBE_CORES, p -> p.cores()));
        columns.add(new Column<>(Keys.MARKS, row -> row.result()
                .map(result -> EffortColumns.marks(result.marks(), row.startedServer()))));
        columns.add(new Column<>(Keys.WHY, row -> row.reason()));
        columns.addAll(EffortColumns.warmUp(TrafficRow::startedServer));
        columns.add(result(
                ColumnKey.of("host_iowait_share"), r -> r.resources().host().iowait()));
        columns.add(result(
                ColumnKey.of("host_softirq_share"), r -> r.resources().host().softirq()));
        columns.add(result(
                ColumnKey.of("host_steal_share"), r -> r.resources().host().steal()));
        columns.add(result(HEAP_AFTER_TRAFFIC, r -> r.held().heapAfterTrafficBytes()));
        columns.addAll(Column.adaptAll(ScenarioColumns.LAYERS, TrafficRow::server));
        columns.addAll(Column.adaptAll(ScenarioColumns.RELEASE, TrafficRow::server));
        columns.add(result(CPU_OF_REQUEST, r -> r.serverNanosPerRequest()));
        columns.addAll(Column.adaptAll(ScenarioColumns.MORE_SETTINGS, TrafficRow::server));
        return List.copyOf(columns);
    }

    private static Column<TrafficRow> used(ColumnKey key, Function<RunningSettings, ?> cell) {
        return new Column<>(
                key, row -> row.startedServer().map(StartedServer::running).map(cell));
    }

    private static Column<TrafficRow> setting(ColumnKey key, Function<TrafficSettings, ?> cell) {
        return new Column<>(key, row -> cell.apply(row.requestedSettings()));
    }

    private static Column<TrafficRow> result(ColumnKey key, Function<TrafficResult, ?> cell) {
        return new Column<>(key, row -> row.result().map(cell));
    }

    private static Column<TrafficRow> probe(ColumnKey key, Function<ProbeResult, ?> cell) {
        return new Column<>(
                key, row -> row.result().flatMap(TrafficResult::probe).map(cell));
    }

    private static List<Column<TrafficRow>> latencies(ColumnKey.Times keys, Function<Latencies, ResponseTimes> which) {
        return times(keys, row -> row.result()
                .map(result -> which.apply(result.exchanges().times())));
    }

    private static List<Column<TrafficRow>> times(
            ColumnKey.Times keys, Function<TrafficRow, Optional<ResponseTimes>> times) {
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
