package io.ceiling.capacity.predict;

import io.ceiling.capacity.prediction.LevelReading;
import io.ceiling.capacity.prediction.LimitPrediction;
import io.ceiling.capacity.prediction.PredictedLimit;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.report.csv.Cell;
import io.ceiling.harness.report.csv.Column;
import io.ceiling.harness.report.csv.CsvFile;
import io.ceiling.harness.scenario.Scenario;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The file levels.csv with a row for each number of connections at which a server was read for a prediction. The order of
 * the columns is part of the file format. Not thread-safe; blocks for disk I/O and throws {@link RunFolderException} if it
 * fails.
 */
public final class LevelsCsv implements AutoCloseable {

    /** Name of the file in the folder. */
    public static final String FILE = "levels.csv";

    /**
     * A row.
     *
     * @param run name of the run
     * @param scenario name of the scenario
     * @param level the level
     * @param soFar limits as predicted from it and those before
     */
    record LevelRow(String run, String scenario, LevelReading level, LimitPrediction soFar) {

        private Optional<PredictedLimit> nearest() {
            return soFar.nearest();
        }
    }

    public static final List<Column<LevelRow>> COLUMNS = List.of(
            new Column<>("run", LevelRow::run),
            new Column<>("scenario", LevelRow::scenario),
            new Column<>("connections", row -> Cell.of(row.level().connections())),
            of("elapsed_ns", sample -> Cell.of(sample.elapsedNanos())),
            of("after_gc", sample -> Boolean.toString(sample.afterGc())),
            new Column<>("idle_ns", row -> Cell.of(row.level().work().idleNanos())),
            new Column<>("idle_cpu_ns", row -> Cell.of(row.level().work().idleCpuNanos())),
            new Column<>("busy_ns", row -> Cell.of(row.level().work().busyNanos())),
            new Column<>("busy_cpu_ns", row -> Cell.of(row.level().work().busyCpuNanos())),
            new Column<>("exchanges", row -> Cell.of(row.level().work().exchanges())),
            of("server_connections", sample -> Cell.of(sample.server().connections())),
            of("server_busy_threads", sample -> Cell.of(sample.server().busyThreads())),
            of("server_open_descriptors", sample -> Cell.of(sample.server().openDescriptors())),
            of("server_threads", sample -> Cell.of(sample.server().threads())),
            of("server_heap_used_bytes", sample -> Cell.of(sample.server().heapUsedBytes())),
            of("server_direct_bytes", sample -> Cell.of(sample.server().directBytes())),
            of(
                    "server_rss_without_free_heap_bytes",
                    sample -> Cell.of(sample.server().rssWithoutFreeHeapBytes())),
            of("host_kernel_bytes", sample -> Cell.of(sample.host().kernelBytes())),
            of("host_memory_available_bytes", sample -> Cell.of(sample.host().memoryAvailableBytes())),
            new Column<>(
                    "nearest_factor",
                    row -> row.nearest().map(near -> near.factor().label()).orElse("")),
            new Column<>(
                    "nearest_connections",
                    row -> row.nearest().map(near -> Cell.of(near.whole())).orElse("")));

    private static Column<LevelRow> of(String name, Function<Sample, String> cell) {
        return new Column<>(name, row -> cell.apply(row.level().sample()));
    }

    private final String run;
    private final CsvFile csv;

    private LevelsCsv(String run, CsvFile csv) {
        this.run = run;
        this.csv = csv;
    }

    /** Opens the file in the folder of a run, and creates it if it does not exist. */
    public static LevelsCsv open(Path folder) {
        return new LevelsCsv(
                String.valueOf(folder.getFileName()), CsvFile.open(folder.resolve(FILE), Column.names(COLUMNS)));
    }

    /** Adds the row of a level, which is on the disk on return. */
    public void append(Scenario scenario, LevelReading level, LimitPrediction soFar) {
        csv.append(List.of(Column.cells(COLUMNS, new LevelRow(run, scenario.name(), level, soFar))), true);
    }

    /** Closes the file and releases its lock. */
    @Override
    public void close() {
        csv.close();
    }
}
