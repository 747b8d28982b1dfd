package io.ceiling.traffic;

import io.ceiling.harness.reading.HostShares;
import io.ceiling.harness.report.csv.Cell;
import io.ceiling.harness.report.csv.Column;
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
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.Supplier;

/** The file traffic-loads.csv, with a row for each stated load. */
public final class TrafficLoadsCsv extends RowFile<TrafficLoadsCsv.StatedLoadRow> {

    /**
     * A row.
     *
     * @param run name of the run
     * @param server settings of the server
     * @param startedServer the server
     * @param load result of the load
     */
    record StatedLoadRow(String run, Scenario server, StartedServer startedServer, StatedLoad load) {}

    static final ColumnKey.Amount PERCENT = new ColumnKey.Amount("load_percent");
    static final ColumnKey.Amount LATE_SHARE = new ColumnKey.Amount("late_share");
    static final ColumnKey.Amount HIGHEST = new ColumnKey.Amount("highest_requests_per_s");
    static final ColumnKey.Amount CONFIRMED = new ColumnKey.Amount("highest_confirmed_requests_per_s");
    static final ColumnKey.Amount SLO = new ColumnKey.Amount("highest_slo_ns");
    static final ColumnKey.Amount IN_TIME = new ColumnKey.Amount("highest_answered_in_time_per_s");
    static final ColumnKey.Amount SENT_IN_TIME = new ColumnKey.Amount("highest_sent_in_time_per_s");
    static final ColumnKey.Amount SENT_LATE = new ColumnKey.Amount("highest_sent_late_per_s");
    static final ColumnKey.Amount HIGHEST_SERVER_CORES = new ColumnKey.Amount("highest_server_cores");
    static final ColumnKey.Amount HIGHEST_LOADER_CORES = new ColumnKey.Amount("highest_loader_cores");

    public static final List<Column<StatedLoadRow>> COLUMNS = columns();

    /**
     * Opens the file in the folder of a run, and creates it if it does not exist.
     *
     * @param warnings supplies warnings about what may have distorted the row being written
     */
    public TrafficLoadsCsv(Path folder, Supplier<List<String>> warnings) {
        super(folder, "traffic-loads.csv", COLUMNS, warnings);
    }

    /** Adds a load, which is on the disk on return. */
    public void append(Scenario server, StartedServer used, StatedLoad load) {
        append(List.of(new StatedLoadRow(run(), server, used, load)));
    }

    private static List<Column<StatedLoadRow>> columns() {
        List<Column<StatedLoadRow>> columns = new ArrayList<>();
        columns.add(new Column<>("run", StatedLoadRow::run));
        columns.add(new Column<>(
                Keys.SCENARIO,
                row -> withoutFork(row.server()) + "-load" + row.load().percent()));
        columns.add(ScenarioColumns.CONTAINER.adapt(StatedLoadRow::server));
        columns.addAll(Column.adaptAll(ScenarioColumns.SETTINGS, StatedLoadRow::server));
        columns.add(new Column<>(
                Keys.CONTAINER_VERSION,
                row -> row.startedServer().running().container().version()));
        columns.add(new Column<>(TrafficCsv.CONNECTIONS, row -> row.server().capConnections()));
        columns.add(load(PERCENT, load -> load.percent()));
        columns.add(highest(HIGHEST, rate -> rate.perSecond()));
        columns.add(highest(ColumnKey.of("highest_not_answered_requests_per_s"), rate -> rate.unansweredPerSecond()));
        columns.add(highest(HIGHEST_SERVER_CORES, rate -> rate.serverCores()));
        columns.add(highest(HIGHEST_LOADER_CORES, rate -> rate.loaderCores()));
        columns.add(highest(
                ColumnKey.of("highest_host_idle_share"), rate -> rate.peakUse().hostIdle()));
        columns.add(load(TrafficCsv.OFFERED, load -> load.offeredPerSecond()));
        columns.add(load(TrafficCsv.MEASURED, load -> load.exchanges().nanos()));
        columns.add(load(
                ColumnKey.of("requests_asked"),
                load -> load.exchanges().requests().planned()));
        columns.add(
                load(TrafficCsv.ANSWERED, load -> load.exchanges().requests().answered()));
        columns.add(load(TrafficCsv.REQUESTS, load -> load.exchanges().requestsPerSecond()));
        columns.add(load(TrafficCsv.LATE, load -> load.exchanges().requests().late()));
        columns.add(load(LATE_SHARE, load -> load.lateShare()));
        columns.addAll(SampleColumns.times(
                Keys.RESPONSE, row -> row.load().exchanges().times().response()));
        columns.addAll(SampleColumns.times(
                Keys.SERVICE, row -> row.load().exchanges().times().service()));
        columns.add(load(TrafficCsv.FAILED, load -> load.failed()));
        columns.add(load(TrafficCsv.SERVER_CORES, load -> load.resources().serverCores()));
        columns.add(load(TrafficCsv.LOADER_CORES, load -> load.resources().coresPerAgent()));
        columns.add(host(ColumnKey.of("host_idle_share"), HostShares::idle));
        columns.add(host(ColumnKey.of("host_iowait_share"), HostShares::iowait));
        columns.add(host(ColumnKey.of("host_softirq_share"), HostShares::softirq));
        columns.add(host(ColumnKey.of("host_steal_share"), HostShares::steal));
        columns.add(load(Keys.LOAD_PAUSE, load -> load.resources().pauses().agentNanos()));
        columns.add(load(
                ColumnKey.of("warm_up_s"), load -> Cell.seconds(load.warmUp().nanos())));
        columns.add(load(Keys.WARM_UP_STEADY, load -> load.warmUp().unsteadyServers() == 0));
        columns.add(load(Keys.WARM_UP_WHY, load -> load.warmUp().why()));
        columns.add(load(Keys.MARKS, load -> String.join("; ", load.marks())));
        columns.addAll(Column.adaptAll(ScenarioColumns.LAYERS, StatedLoadRow::server));
        columns.addAll(Column.adaptAll(ScenarioColumns.RELEASE, StatedLoadRow::server));
        columns.add(highest(CONFIRMED, rate -> rate.confirmedPerSecond()));
        columns.add(inTime(SLO, rate -> rate.slo().toNanos()));
        columns.add(inTime(IN_TIME, rate -> rate.answeredPerSecond()));
        columns.add(inTime(SENT_IN_TIME, rate -> rate.sentPerSecond()));
        columns.add(inTime(SENT_LATE, rate -> rate.sentLatePerSecond()));
        columns.addAll(Column.adaptAll(ScenarioColumns.MORE_SETTINGS, StatedLoadRow::server));
        return List.copyOf(columns);
    }

    private static String withoutFork(Scenario server) {
        return server.name().replaceFirst("-fork\\d+$", "");
    }

    private static Column<StatedLoadRow> load(ColumnKey key, Function<StatedLoad, ?> cell) {
        return new Column<>(key, row -> cell.apply(row.load()));
    }

    private static Column<StatedLoadRow> highest(ColumnKey key, Function<HighestRate, ?> cell) {
        return load(key, load -> cell.apply(load.highest()));
    }

    private static Column<StatedLoadRow> inTime(ColumnKey key, Function<HighestRate.TimelyRate, ?> cell) {
        return highest(key, rate -> rate.timelyRate().map(cell));
    }

    private static Column<StatedLoadRow> host(ColumnKey key, Function<HostShares, OptionalDouble> share) {
        return load(key, load -> share.apply(load.resources().host()));
    }
}
