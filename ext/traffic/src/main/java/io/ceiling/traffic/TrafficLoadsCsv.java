package io.ceiling.traffic;

import io.ceiling.harness.reading.HostShares;
import io.ceiling.harness.report.csv.Cell;
import io.ceiling.harness.report.csv.Column;
import io.ceiling.harness.report.csv.CsvFile;
import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.MarkedRow;
import io.ceiling.harness.report.csv.SampleColumns;
import io.ceiling.harness.report.csv.ScenarioColumns;
import io.ceiling.harness.result.StartedServer;
import io.ceiling.harness.scenario.Scenario;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The file traffic-loads.csv, with a row for each stated load. The order of the columns is part of the file format. Not
 * thread-safe; blocks for disk I/O and throws {@link RunFolderException} if it fails.
 */
public final class TrafficLoadsCsv implements AutoCloseable {

    /**
     * A row.
     *
     * @param run name of the run
     * @param server settings of the server
     * @param used the server
     * @param load result of the load
     */
    record StatedLoadRow(String run, Scenario server, StartedServer used, StatedLoad load) {}

    public static final List<Column<StatedLoadRow>> COLUMNS = columns();

    private final String run;
    private final CsvFile file;
    private final Supplier<List<String>> warnings;

    private TrafficLoadsCsv(String run, CsvFile file, Supplier<List<String>> warnings) {
        this.run = run;
        this.file = file;
        this.warnings = warnings;
    }

    /**
     * Opens the file in the folder of a run, and creates it if it does not exist.
     *
     * @param warnings what may have spoiled a row that is written now
     */
    public static TrafficLoadsCsv open(Path folder, Supplier<List<String>> warnings) {
        return new TrafficLoadsCsv(
                String.valueOf(folder.getFileName()),
                CsvFile.openKept(folder.resolve("traffic-loads.csv"), Column.names(COLUMNS)),
                warnings);
    }

    /** Adds a load, which is on the disk on return. */
    public void append(Scenario server, StartedServer used, StatedLoad load) {
        file.append(List.of(MarkedRow.cells(COLUMNS, new StatedLoadRow(run, server, used, load), warnings)), true);
    }

    /** Returns all rows. */
    public List<CsvRow> rows() {
        return file.named();
    }

    private static List<Column<StatedLoadRow>> columns() {
        List<Column<StatedLoadRow>> columns = new ArrayList<>();
        columns.add(new Column<>("run", StatedLoadRow::run));
        columns.add(new Column<>(
                "scenario",
                row -> withoutFork(row.server()) + "-load" + row.load().percent()));
        columns.add(ScenarioColumns.CONTAINER.of(StatedLoadRow::server));
        columns.addAll(Column.all(ScenarioColumns.SETTINGS, StatedLoadRow::server));
        columns.add(new Column<>(
                "container_version", row -> row.used().running().container().version()));
        columns.add(new Column<>("connections", row -> Cell.of(row.server().capConnections())));
        columns.add(load("load_percent", load -> Cell.of(load.percent())));
        columns.add(highest("requests_per_s", rate -> Cell.of(rate.perSecond())));
        columns.add(highest("not_answered_requests_per_s", rate -> Cell.of(rate.notAnsweredPerSecond())));
        columns.add(highest("server_cores", rate -> Cell.of(rate.serverCores())));
        columns.add(highest("loader_cores", rate -> Cell.of(rate.loaderCores())));
        columns.add(highest("host_idle_share", rate -> Cell.of(rate.busiest().hostIdle())));
        columns.add(load("requests_offered_per_s", load -> Cell.of(load.offeredPerSecond())));
        columns.add(load("measured_ns", load -> Cell.of(load.exchanges().nanos())));
        columns.add(load(
                "requests_asked", load -> Cell.of(load.exchanges().requests().asked())));
        columns.add(load(
                "requests_answered", load -> Cell.of(load.exchanges().requests().answered())));
        columns.add(load("requests_per_s", load -> Cell.of(load.exchanges().requestsPerSecond())));
        columns.add(
                load("late_sends", load -> Cell.of(load.exchanges().requests().late())));
        columns.add(load("late_share", load -> Cell.of(load.lateShare())));
        columns.addAll(SampleColumns.times(
                "response", row -> row.load().exchanges().times().response()));
        columns.addAll(SampleColumns.times(
                "service", row -> row.load().exchanges().times().service()));
        columns.add(load("failed", load -> Cell.of(load.failed())));
        columns.add(load("server_cores", load -> Cell.of(load.resources().serverCores())));
        columns.add(load("loader_cores", load -> Cell.of(load.resources().loaderCores())));
        columns.add(host("idle", HostShares::idle));
        columns.add(host("iowait", HostShares::iowait));
        columns.add(host("softirq", HostShares::softirq));
        columns.add(host("steal", HostShares::steal));
        columns.add(load(
                "load_pause_max_ns", load -> Cell.of(load.resources().pauses().agentNanos())));
        columns.add(load("warm_up_s", load -> Cell.seconds(load.warmUp().nanos())));
        columns.add(
                load("warm_up_steady", load -> Boolean.toString(load.warmUp().notSteady() == 0)));
        columns.add(load("warm_up_why", load -> Cell.text(load.warmUp().why())));
        columns.add(load("marks", load -> Cell.text(String.join("; ", load.marks()))));
        columns.addAll(Column.all(ScenarioColumns.LAYERS, StatedLoadRow::server));
        columns.addAll(Column.all(ScenarioColumns.RELEASE, StatedLoadRow::server));
        columns.add(highest("confirmed_requests_per_s", rate -> Cell.of(rate.confirmedPerSecond())));
        columns.add(inTime("slo_ns", rate -> Cell.of(rate.slo().toNanos())));
        columns.add(inTime("answered_in_time_per_s", rate -> Cell.of(rate.answeredPerSecond())));
        columns.add(inTime("sent_in_time_per_s", rate -> Cell.of(rate.sentPerSecond())));
        columns.add(inTime("sent_late_per_s", rate -> Cell.of(rate.sentLatePerSecond())));
        columns.addAll(Column.all(ScenarioColumns.MORE_SETTINGS, StatedLoadRow::server));
        return List.copyOf(columns);
    }

    private static String withoutFork(Scenario server) {
        return server.name().replaceFirst("-fork\\d+$", "");
    }

    private static Column<StatedLoadRow> load(String name, Function<StatedLoad, String> cell) {
        return new Column<>(name, row -> cell.apply(row.load()));
    }

    private static Column<StatedLoadRow> highest(String name, Function<HighestRate, String> cell) {
        return load("highest_" + name, load -> cell.apply(load.highest()));
    }

    private static Column<StatedLoadRow> inTime(String name, Function<HighestRate.InTime, String> cell) {
        return highest(name, rate -> rate.inTime().map(cell).orElse(""));
    }

    private static Column<StatedLoadRow> host(String name, Function<HostShares, OptionalDouble> share) {
        return load(
                "host_" + name + "_share",
                load -> Cell.of(share.apply(load.resources().host())));
    }

    /** Closes the file and releases its lock. */
    @Override
    public void close() {
        file.close();
    }
}
