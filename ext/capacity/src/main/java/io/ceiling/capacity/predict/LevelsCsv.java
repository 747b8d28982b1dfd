package io.ceiling.capacity.predict;

import io.ceiling.capacity.prediction.LevelReading;
import io.ceiling.capacity.prediction.LimitPrediction;
import io.ceiling.capacity.prediction.PredictedLimit;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.report.csv.Column;
import io.ceiling.harness.report.csv.Keys;
import io.ceiling.harness.report.csv.RowFile;
import io.ceiling.harness.rows.ColumnKey;
import io.ceiling.harness.scenario.Scenario;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The file levels.csv with a row for each number of connections at which a server was read for a prediction. */
public final class LevelsCsv extends RowFile<LevelsCsv.LevelRow> {

    /** Name of the file in the folder. */
    public static final String FILE = "levels.csv";

    /**
     * A row.
     *
     * @param run name of the run
     * @param scenario name of the scenario
     * @param level the level
     * @param soFar limits predicted from this level and those before
     */
    record LevelRow(String run, String scenario, LevelReading level, LimitPrediction soFar) {

        private Optional<PredictedLimit> nearest() {
            return soFar.nearest();
        }
    }

    public static final List<Column<LevelRow>> COLUMNS = List.of(
            new Column<>("run", LevelRow::run),
            new Column<>(Keys.SCENARIO, LevelRow::scenario),
            new Column<>(PredictionCsv.CONNECTIONS, row -> row.level().connections()),
            of(Keys.ELAPSED, sample -> sample.elapsedNanos()),
            of(Keys.AFTER_GC, sample -> sample.afterGc()),
            new Column<>("idle_ns", row -> row.level().cpuTimes().idleNanos()),
            new Column<>("idle_cpu_ns", row -> row.level().cpuTimes().idleCpuNanos()),
            new Column<>("busy_ns", row -> row.level().cpuTimes().busyNanos()),
            new Column<>("busy_cpu_ns", row -> row.level().cpuTimes().busyCpuNanos()),
            new Column<>("exchanges", row -> row.level().cpuTimes().exchanges()),
            of(Keys.SERVER_CONNECTIONS, sample -> sample.server().connections()),
            of(Keys.BUSY_THREADS, sample -> sample.server().busyThreads()),
            of(Keys.SERVER_DESCRIPTORS, sample -> sample.server().openDescriptors()),
            of(Keys.SERVER_THREADS, sample -> sample.server().threads()),
            of(Keys.HEAP_USED, sample -> sample.server().heapUsedBytes()),
            of(Keys.SERVER_DIRECT, sample -> sample.server().directBytes()),
            of(ColumnKey.of("server_rss_without_free_heap_bytes"), sample -> sample.server()
                    .rssWithoutFreeHeapBytes()),
            of(Keys.HOST_KERNEL, sample -> sample.host().kernelBytes()),
            of(ColumnKey.of("host_memory_available_bytes"), sample -> sample.host()
                    .memoryAvailableBytes()),
            new Column<>("nearest_factor", row -> row.nearest()
                    .map(near -> near.factor().label())),
            new Column<>("nearest_connections", row -> row.nearest().map(near -> near.wholeConnections())));

    private static Column<LevelRow> of(ColumnKey key, Function<Sample, ?> cell) {
        return new Column<>(key, row -> cell.apply(row.level().sample()));
    }

    /** Opens the file in the folder of a run, and creates it if it does not exist. */
    public LevelsCsv(Path folder) {
        super(folder, FILE, COLUMNS);
    }

    /** Adds the row of a level, which is on the disk on return. */
    public void append(Scenario scenario, LevelReading level, LimitPrediction soFar) {
        append(List.of(new LevelRow(run(), scenario.name(), level, soFar)));
    }
}
