package io.ceiling.traffic;

import io.ceiling.container.RunningSettings;
import io.ceiling.harness.reading.Latencies;
import io.ceiling.harness.reading.ResponseTimes;
import io.ceiling.harness.report.csv.Cell;
import io.ceiling.harness.report.csv.Column;
import io.ceiling.harness.report.csv.CsvFile;
import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.EffortColumns;
import io.ceiling.harness.report.csv.MarkedRow;
import io.ceiling.harness.report.csv.SampleColumns;
import io.ceiling.harness.report.csv.ScenarioColumns;
import io.ceiling.harness.result.StartedServer;
import io.ceiling.harness.scenario.Scenario;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The files traffic.csv, with a row for each second, and traffic-totals.csv, with a row for the whole run. The order of
 * the columns is part of the file format. Not thread-safe; blocks for disk I/O and throws {@link RunFolderException} if
 * it fails.
 */
public final class TrafficCsv implements AutoCloseable {

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

    public static final List<Column<TrafficSecond>> SECONDS = seconds();
    public static final List<Column<TrafficRow>> TOTALS = totalsColumns();

    private final String run;
    private final CsvFile seconds;
    private final CsvFile totals;
    private final Supplier<List<String>> warnings;

    private TrafficCsv(String run, CsvFile seconds, CsvFile totals, Supplier<List<String>> warnings) {
        this.run = run;
        this.seconds = seconds;
        this.totals = totals;
        this.warnings = warnings;
    }

    /**
     * Opens the files in the folder of a run, and creates them if they do not exist.
     *
     * @param warnings what may have spoiled a row that is written now
     */
    public static TrafficCsv open(Path folder, Supplier<List<String>> warnings) {
        return new TrafficCsv(
                String.valueOf(folder.getFileName()),
                CsvFile.open(folder.resolve("traffic.csv"), Column.names(SECONDS)),
                CsvFile.openKept(folder.resolve("traffic-totals.csv"), Column.names(TOTALS)),
                warnings);
    }

    /** Adds a second. On return the operating system has it, but it may not be on the disk yet. */
    public void append(TrafficSecond second) {
        seconds.append(List.of(Column.cells(SECONDS, second)), false);
    }

    /** Adds the result of the run, which is on the disk on return. */
    public void append(Scenario server, StartedServer started, TrafficResult result) {
        append(new TrafficRow(
                run,
                server,
                result.settings(),
                Optional.of(started),
                Optional.of(result),
                result.held().notHeld()));
    }

    /** Adds the reason why there is no result. */
    public void append(Scenario server, TrafficSettings asked, String why) {
        append(new TrafficRow(run, server, asked, Optional.empty(), Optional.empty(), why));
    }

    private void append(TrafficRow row) {
        totals.append(List.of(MarkedRow.cells(TOTALS, row, warnings)), true);
    }

    /** Returns all rows of traffic-totals.csv. */
    public List<CsvRow> totals() {
        return totals.named();
    }

    private static List<Column<TrafficSecond>> seconds() {
        List<Column<TrafficSecond>> columns = new ArrayList<>();
        columns.add(new Column<>("elapsed_s", s -> Cell.seconds(s.elapsedNanos())));
        columns.add(new Column<>("phase", s -> s.phase().name().toLowerCase(Locale.ROOT)));
        columns.add(new Column<>("alive", s -> Cell.of(s.load().connections().alive())));
        columns.add(new Column<>("requests", s -> Cell.of(s.requests())));
        columns.add(new Column<>("requests_per_s", s -> Cell.of(s.requestsPerSecond())));
        columns.add(new Column<>("read_bytes_per_s", s -> Cell.of(s.bytesReadPerSecond())));
        columns.add(new Column<>("written_bytes_per_s", s -> Cell.of(s.bytesWrittenPerSecond())));
        columns.addAll(SampleColumns.times(
                "response", s -> s.load().times().exchanges().response()));
        columns.add(new Column<>("late_sends", s -> Cell.of(s.load().exchanges().late())));
        columns.add(new Column<>("failed", s -> Cell.of(s.load().failures().total())));
        columns.add(new Column<>("server_cores", s -> Cell.of(s.span().serverCores())));
        columns.add(new Column<>("loader_cores", s -> Cell.of(s.span().loaderCores())));
        columns.add(new Column<>("server_rss_bytes", s -> Cell.of(s.server().rssBytes())));
        columns.add(
                new Column<>("server_heap_used_bytes", s -> Cell.of(s.server().heapBytes())));
        return List.copyOf(columns);
    }

    private static List<Column<TrafficRow>> totalsColumns() {
        List<Column<TrafficRow>> columns = new ArrayList<>();
        columns.add(new Column<>("run", TrafficRow::run));
        columns.add(ScenarioColumns.CONTAINER.of(TrafficRow::server));
        columns.addAll(Column.all(ScenarioColumns.SETTINGS, TrafficRow::server));
        columns.add(used("container_version", running -> running.container().version()));
        columns.add(used("used_endpoint_class", running -> running.container().endpointClass()));
        columns.add(asked("connections", s -> Cell.of(s.connections())));
        columns.add(asked("min_idle_ns", s -> Cell.of(s.minIdle().toNanos())));
        columns.add(asked("max_idle_ns", s -> Cell.of(s.maxIdle().toNanos())));
        columns.add(asked("seed", s -> Cell.of(s.seed())));
        columns.add(asked("requests_offered_per_s", s -> Cell.of(s.offeredPerSecond())));
        columns.add(result("opening_ns", r -> Cell.of(r.held().openingNanos())));
        columns.add(result("connections_per_s", r -> Cell.of(r.connectionsPerSecond())));
        columns.add(result("measured_ns", r -> Cell.of(r.exchanges().nanos())));
        columns.add(result("alive", r -> Cell.of(r.held().alive())));
        columns.add(
                result("requests_asked", r -> Cell.of(r.exchanges().requests().asked())));
        columns.add(result(
                "requests_answered", r -> Cell.of(r.exchanges().requests().answered())));
        columns.add(result("requests_per_s", r -> Cell.of(r.exchanges().requestsPerSecond())));
        columns.add(result("read_bytes_per_s", r -> Cell.of(r.exchanges().bytesReadPerSecond())));
        columns.add(result("written_bytes_per_s", r -> Cell.of(r.exchanges().bytesWrittenPerSecond())));
        columns.add(result("late_sends", r -> Cell.of(r.exchanges().requests().late())));
        columns.addAll(latencies("response", Latencies::response));
        columns.addAll(latencies("service", Latencies::service));
        columns.add(result("host_idle_share", r -> Cell.of(r.resources().host().idle())));
        columns.add(result("server_cores", r -> Cell.of(r.resources().serverCores())));
        columns.add(result("loader_cores", r -> Cell.of(r.resources().loaderCores())));
        columns.add(result("server_threads", r -> Cell.of(r.resources().server().threads())));
        columns.add(result("held_heap_bytes", r -> Cell.of(r.held().heapBytes())));
        columns.add(result("held_rss_bytes", r -> Cell.of(r.held().rssBytes())));
        columns.add(result(
                "server_heap_used_bytes", r -> Cell.of(r.resources().server().heapBytes())));
        columns.add(
                result("server_rss_bytes", r -> Cell.of(r.resources().server().rssBytes())));
        columns.add(result(
                "server_pause_max_ns", r -> Cell.of(r.resources().pauses().serverNanos())));
        columns.add(
                result("load_pause_max_ns", r -> Cell.of(r.resources().pauses().agentNanos())));
        columns.add(probe("connections", p -> Cell.of(p.connections())));
        columns.add(probe("requests", p -> Cell.of(p.answered())));
        columns.add(probe("ns", p -> Cell.of(p.durationNanos())));
        columns.add(probe("requests_per_s", p -> Cell.of(p.requestsPerSecond())));
        columns.add(probe("response_mean_ns", p -> Cell.of(p.response().meanNanos())));
        columns.addAll(times(
                "probe_response",
                row -> row.result().flatMap(TrafficResult::probe).map(ProbeResult::response)));
        columns.add(probe("failed", p -> Cell.of(p.failed())));
        columns.add(probe("cores", p -> Cell.of(p.cores())));
        columns.add(new Column<>("marks", row -> row.result()
                .map(result -> EffortColumns.marks(result.marks(), row.used()))
                .orElse("")));
        columns.add(new Column<>("why", row -> Cell.text(row.why())));
        columns.addAll(EffortColumns.warmUp(TrafficRow::used));
        columns.add(
                result("host_iowait_share", r -> Cell.of(r.resources().host().iowait())));
        columns.add(
                result("host_softirq_share", r -> Cell.of(r.resources().host().softirq())));
        columns.add(result("host_steal_share", r -> Cell.of(r.resources().host().steal())));
        columns.add(result("heap_after_traffic_bytes", r -> Cell.of(r.held().heapAfterTrafficBytes())));
        columns.addAll(Column.all(ScenarioColumns.LAYERS, TrafficRow::server));
        columns.addAll(Column.all(ScenarioColumns.RELEASE, TrafficRow::server));
        columns.add(result("server_cpu_ns_per_request", r -> Cell.of(r.serverNanosPerRequest())));
        columns.addAll(Column.all(ScenarioColumns.MORE_SETTINGS, TrafficRow::server));
        return List.copyOf(columns);
    }

    private static Column<TrafficRow> used(String name, Function<RunningSettings, String> cell) {
        return new Column<>(
                name, row -> row.used().map(StartedServer::running).map(cell).orElse(""));
    }

    private static Column<TrafficRow> asked(String name, Function<TrafficSettings, String> cell) {
        return new Column<>(name, row -> cell.apply(row.asked()));
    }

    private static Column<TrafficRow> result(String name, Function<TrafficResult, String> cell) {
        return new Column<>(name, row -> row.result().map(cell).orElse(""));
    }

    private static Column<TrafficRow> probe(String name, Function<ProbeResult, String> cell) {
        return new Column<>(
                "probe_" + name,
                row -> row.result().flatMap(TrafficResult::probe).map(cell).orElse(""));
    }

    private static List<Column<TrafficRow>> latencies(String name, Function<Latencies, ResponseTimes> which) {
        return times(name, row -> row.result()
                .map(result -> which.apply(result.exchanges().times())));
    }

    private static List<Column<TrafficRow>> times(String name, Function<TrafficRow, Optional<ResponseTimes>> times) {
        return SampleColumns.times(name, row -> times.apply(row).orElse(ResponseTimes.NONE));
    }

    /** Closes the files and releases their locks. */
    @Override
    public void close() {
        try (seconds) {
            totals.close();
        }
    }
}
