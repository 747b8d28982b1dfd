package io.ceiling.harness.report.csv;

import io.ceiling.container.Limit;
import io.ceiling.container.RunningSettings;
import io.ceiling.harness.container.Containers;
import io.ceiling.harness.matrix.Dimension;
import io.ceiling.harness.reading.LoadTimes;
import io.ceiling.harness.reading.ServerReading;
import io.ceiling.harness.result.Confidence;
import io.ceiling.harness.result.Deliveries;
import io.ceiling.harness.result.NextLimit;
import io.ceiling.harness.result.NullMeasurement;
import io.ceiling.harness.result.ScenarioNotes;
import io.ceiling.harness.result.ScenarioResult;
import io.ceiling.harness.result.Step;
import io.ceiling.harness.result.Verdict;
import io.ceiling.harness.rows.ColumnKey;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.scenario.Target;
import io.ceiling.harness.stats.CostPerConnection;
import io.ceiling.harness.stats.CostPerConnection.Slope;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The file ceilings.csv with a row for each scenario and fork. The order of the columns is part of the file format: what was
 * measured, with which settings, what came of it, and what it took.
 */
public final class CeilingsCsv {

    public record CeilingRow(String run, ScenarioResult result) {

        Scenario scenario() {
            return result.scenario();
        }

        Optional<Verdict.Reached> reached() {
            return verdict(Verdict.Reached.class);
        }

        <V extends Verdict> Optional<V> verdict(Class<V> kind) {
            return Optional.of(result.verdict()).filter(kind::isInstance).map(kind::cast);
        }

        /**
         * Returns the times of the highest step that passed, so that they belong to the ceiling rather than to the
         * failed step.
         */
        LoadTimes times() {
            return highestPassed().map(step -> step.after().load().times()).orElse(LoadTimes.NONE);
        }

        /** Returns the deliveries of the highest step that passed; if none did, the highest step's. */
        Optional<Deliveries> deliveries() {
            return highestPassed()
                    .or(() -> result.steps().stream().max(Comparator.comparingInt(Step::target)))
                    .flatMap(Step::deliveries);
        }

        /** Returns the lowest step that failed and counts; if none did, the highest that passed. */
        Optional<Step> decisive() {
            return result.steps().stream()
                    .filter(step -> !step.passed() && step.counted())
                    .min(Comparator.comparingInt(Step::target))
                    .or(this::highestPassed);
        }

        private Optional<Step> highestPassed() {
            return result.steps().stream().filter(Step::passed).max(Comparator.comparingInt(Step::target));
        }
    }

    /** Columns of the verdict. */
    public static final List<Column<CeilingRow>> OUTCOME = List.of(
            new Column<>(Keys.VERDICT, row -> row.result().verdict().label()),
            new Column<>(Keys.CEILING, row -> row.result().verdict().held()),
            new Column<>(Keys.FIRST_FAILURE, row -> row.reached().map(reached -> reached.firstFailure())),
            new Column<>(Keys.FACTOR, CeilingsCsv::factor));

    private record CostColumn(ColumnKey.Amount key, Function<CostPerConnection, Slope> line) {

        private void addTo(List<Column<CeilingRow>> columns) {
            columns.add(new Column<>(key, row -> of(row).perConnection()));
            columns.add(new Column<>(key.error(), row -> of(row).standardError()));
            columns.add(new Column<>(
                    key.degreesOfFreedom(),
                    row -> Double.isNaN(of(row).perConnection()) ? "" : of(row).degreesOfFreedom()));
        }

        private Slope of(CeilingRow row) {
            return line.apply(row.result().cost());
        }
    }

    private static final List<CostColumn> COSTS = List.of(
            new CostColumn(Keys.HEAP, CostPerConnection::heapBytes),
            new CostColumn(Keys.DIRECT, CostPerConnection::directBytes),
            new CostColumn(ResidentCost.COLUMN, CostPerConnection::resident),
            new CostColumn(Keys.PSS, CostPerConnection::pssBytes),
            new CostColumn(Keys.KERNEL, CostPerConnection::kernelBytes),
            new CostColumn(Keys.THREADS_EACH, CostPerConnection::threads));

    /**
     * Columns that belong together.
     *
     * @param words heading of the group
     */
    public record ColumnGroup(String words, List<Column<CeilingRow>> columns) {
        public ColumnGroup {
            columns = List.copyOf(columns);
        }
    }

    /** The groups of columns, in the order of the file. */
    public static final List<ColumnGroup> GROUPS = List.of(
            new ColumnGroup("Identity", identity()),
            new ColumnGroup("Settings", settings()),
            new ColumnGroup("Verdict", verdict()),
            new ColumnGroup("Costs", costs()),
            new ColumnGroup("Times", times()),
            new ColumnGroup("Messages", messages()),
            new ColumnGroup("Effort", effort()));

    public static final List<Column<CeilingRow>> COLUMNS =
            GROUPS.stream().flatMap(group -> group.columns().stream()).toList();

    private CeilingsCsv() {}

    private static List<Column<CeilingRow>> identity() {
        List<Column<CeilingRow>> columns = new ArrayList<>();
        columns.add(new Column<>("run", CeilingRow::run));
        columns.addAll(ofScenario(ScenarioColumns.NAME));
        columns.add(ScenarioColumns.CONTAINER.adapt(CeilingRow::scenario));
        columns.add(new Column<>(Keys.CONTAINER_VERSION, row -> row.scenario()
                .commonSoftware(Target.Software::containerVersion)
                .orElse(Optional.ofNullable(row.result().running())
                        .map(running -> running.container().version())
                        .orElse(""))));
        columns.addAll(ofScenario(ScenarioColumns.MEASURED));
        columns.add(new Column<>(
                Keys.REFERENCE, row -> Containers.isReference(row.scenario().container())));
        return columns;
    }

    private static List<Column<CeilingRow>> settings() {
        List<Column<CeilingRow>> columns = new ArrayList<>();
        columns.addAll(ofScenario(ScenarioColumns.SIZES));
        columns.addAll(ofScenario(ScenarioColumns.MORE_SETTINGS));
        columns.addAll(ofScenario(List.of(ScenarioColumns.CAP)));
        columns.addAll(ofScenario(ScenarioColumns.LAYERS));
        columns.addAll(ofScenario(ScenarioColumns.MESSAGING));
        columns.addAll(ofScenario(ScenarioColumns.RELEASE));
        columns.addAll(used());
        columns.addAll(Column.adaptAll(LayerColumns.USED, CeilingRow::result));
        return columns;
    }

    private static List<Column<CeilingRow>> ofScenario(List<Column<Scenario>> columns) {
        return Column.adaptAll(columns, CeilingRow::scenario);
    }

    private static List<Column<CeilingRow>> verdict() {
        List<Column<CeilingRow>> columns = new ArrayList<>(OUTCOME);
        columns.add(new Column<>(Keys.CONFIDENCE, row -> row.reached()
                .map(Verdict.Reached::confidence)
                .or(() -> row.verdict(Verdict.Invalid.class).map(Verdict.Invalid::confidence))
                .map(Confidence::label)));
        columns.add(new Column<>(Keys.EVIDENCE, row -> row.reached().map(reached -> reached.evidence())));
        columns.add(new Column<>(Keys.RELIEF, row -> row.reached()
                .map(Verdict.Reached::relief)
                .or(() -> row.verdict(Verdict.Invalid.class).map(Verdict.Invalid::relief))));
        columns.add(new Column<>(Keys.WHY, CeilingsCsv::why));
        columns.add(new Column<>(Keys.NEXT_LIMITS, row -> row.reached()
                .map(reached -> reached.next().stream().map(NextLimit::text).collect(Collectors.joining("; next ")))));
        columns.add(new Column<>(
                Keys.PASSED_CONNECTIONS, row -> row.result().verdict().passed()));
        columns.addAll(
                Column.adaptAll(NotesColumns.WARNINGS, row -> row.result().notes()));
        return columns;
    }

    private static List<Column<CeilingRow>> costs() {
        List<Column<CeilingRow>> columns = new ArrayList<>();
        columns.add(new Column<>(Keys.COST_POINTS, row -> row.result().cost().points()));
        COSTS.forEach(cost -> cost.addTo(columns));
        columns.add(new Column<>(
                ResidentCost.BASE, row -> row.result().cost().resident().intercept()));
        columns.add(new Column<>(
                ResidentCost.WITH_FREE_HEAP,
                row -> Double.isNaN(row.result().cost().resident().perConnection())
                        ? ""
                        : Boolean.toString(!row.result().cost().excludesFreeHeap())));
        columns.add(new Column<>(ResidentCost.CURVED, row -> curved(row.result().cost())));
        columns.add(new Column<>("connections_per_gib", row -> perGib(row, false)));
        columns.add(new Column<>("connections_per_gib_with_kernel", row -> perGib(row, true)));
        for (int gibibytes : Keys.HOSTS) {
            columns.add(new Column<>(
                    Keys.onHost(gibibytes),
                    row -> Projection.of(
                            row.result().cost(),
                            (long) gibibytes << 30,
                            row.scenario().jvm().mostHeapOfSameReferences())));
        }
        return columns;
    }

    private static OptionalLong perGib(CeilingRow row, boolean withKernel) {
        return Projection.perGib(row.result().cost(), withKernel);
    }

    private static List<Column<CeilingRow>> times() {
        List<Column<CeilingRow>> columns = new ArrayList<>(SampleColumns.times(CeilingRow::times));
        columns.add(new Column<>(
                GeneratorColumns.REQUESTS, row -> GeneratorColumns.requests(row.scenario(), row.highestPassed())));
        columns.addAll(Column.adaptAll(GeneratorColumns.SERVER, CeilingRow::highestPassed));
        columns.addAll(Column.adaptAll(LayerColumns.HANDSHAKES, CeilingRow::result));
        return columns;
    }

    private static List<Column<CeilingRow>> messages() {
        return GeneratorColumns.withMessages(CeilingRow::deliveries, CeilingRow::decisive);
    }

    private static List<Column<CeilingRow>> effort() {
        List<Column<CeilingRow>> columns = new ArrayList<>();
        columns.add(new Column<>("steps", row -> row.result().steps().size()));
        columns.add(new Column<>(
                Keys.SCENARIO_SECONDS, row -> Cell.seconds(row.result().durationNanos())));
        columns.addAll(Column.adaptAll(EffortColumns.ALL, row -> row.result().effort()));
        columns.addAll(Column.adaptAll(GeneratorColumns.ALL, CeilingRow::decisive));
        columns.addAll(Column.adaptAll(NotesColumns.NULL, row -> row.result().notes()));
        return columns;
    }

    private static Optional<String> factor(CeilingRow row) {
        return row.reached()
                .map(Verdict.Reached::factor)
                .or(() -> row.verdict(Verdict.Invalid.class).map(Verdict.Invalid::factor))
                .or(() -> row.verdict(Verdict.AtLeast.class).flatMap(Verdict.AtLeast::factor))
                .map(LimitingFactor::label);
    }

    private static Optional<String> why(CeilingRow row) {
        return row.verdict(Verdict.AtLeast.class)
                .map(Verdict.AtLeast::why)
                .or(() -> row.verdict(Verdict.Invalid.class).map(Verdict.Invalid::why))
                .or(() -> row.verdict(Verdict.Skipped.class).map(Verdict.Skipped::why));
    }

    private static List<Column<CeilingRow>> used() {
        List<Column<CeilingRow>> columns = new ArrayList<>();
        columns.add(used(
                ColumnKey.of("endpoint_class"), running -> running.container().endpointClass()));
        columns.add(used(
                Dimension.THREAD_KIND,
                running -> running.container().threadKind().label()));
        columns.add(used(Dimension.THREADS, running -> running.sizes().maxThreads()));
        columns.add(used(Dimension.MAX_CONNECTIONS, running -> running.sizes().maxConnections()));
        columns.add(used(Dimension.ACCEPT_COUNT, running -> running.sizes().acceptCount()));
        columns.add(
                used(ColumnKey.of("idle_timeout_ms"), running -> running.sizes().idleTimeoutMillis()));
        columns.add(used(ColumnKey.of("buffers"), running -> running.sizes().buffers()));
        columns.add(used(Dimension.JDK, RunningSettings::jdk));
        columns.add(new Column<>(Keys.used(Dimension.HEAP), row -> largest(row, ServerReading::heapMaxBytes)));
        columns.add(new Column<>(Keys.used(Dimension.NOFILE), row -> largest(row, ServerReading::maxDescriptors)));
        columns.add(used(Dimension.HEADER_CACHE, running -> running.sizes().headerCacheNodes()));
        return columns;
    }

    private static Column<CeilingRow> used(ColumnKey asked, Function<RunningSettings, ?> setting) {
        return new Column<>(
                Keys.used(asked),
                row -> Optional.ofNullable(row.result().running()).map(setting));
    }

    // Returns the largest value of a limit over all readings, since limits do not change while a server runs, but a
    // reading may fail; of several servers, the smallest of theirs.
    private static OptionalLong largest(CeilingRow row, Function<ServerReading, Limit> limit) {
        return IntStream.range(0, row.scenario().instances())
                .mapToObj(i -> row.result().steps().stream()
                        .flatMap(step -> Stream.of(step.before(), step.after()))
                        .flatMapToLong(
                                sample -> limit.apply(sample.ofInstance(i).server()).number().stream())
                        .max())
                .flatMapToLong(OptionalLong::stream)
                .min();
    }

    private static String curved(CostPerConnection cost) {
        List<String> curved = new ArrayList<>();
        addCurved(curved, "heap", cost.heapBytes());
        addCurved(curved, "rss", cost.resident());
        addCurved(curved, "kernel", cost.kernelBytes());
        return String.join(";", curved);
    }

    private static void addCurved(List<String> curved, String name, Slope slope) {
        if (slope.curved()) {
            curved.add(name);
        }
    }

    // The columns of the null measurement, and of warnings about the figures.
    private static final class NotesColumns {

        static final List<Column<ScenarioNotes>> NULL = List.of(
                beforeLoad("null_s", before -> Cell.seconds(before.nanos())),
                beforeLoad("null_busy_share", before -> before.processors().busyShare()),
                beforeLoad("null_steal_share", before -> before.processors().stealShare()),
                beforeLoad(
                        "null_cpu_pressure_share", before -> before.processors().pressureShare()),
                beforeLoad("null_runnable", before -> before.processors().runnable()),
                beforeLoad("null_pause_max_ns", before -> before.longestPauseNanos()),
                beforeLoad("null_slab_bytes_per_s", before -> before.slabBytesPerSecond()));

        /** Warnings about what may have spoiled the figures. */
        static final List<Column<ScenarioNotes>> WARNINGS =
                List.of(new Column<>(Keys.WARNINGS, notes -> String.join("; ", notes.warnings())));

        private NotesColumns() {}

        private static Column<ScenarioNotes> beforeLoad(String name, Function<NullMeasurement, ?> cell) {
            return new Column<>(
                    name, notes -> notes.nullMeasurement().isTaken() ? cell.apply(notes.nullMeasurement()) : "");
        }
    }
}
