package io.ceiling.harness.report.csv;

import io.ceiling.container.Limit;
import io.ceiling.container.RunningSettings;
import io.ceiling.harness.container.Containers;
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
            new Column<>("verdict", row -> row.result().verdict().label()),
            new Column<>("ceiling_connections", CeilingsCsv::ceiling),
            new Column<>("first_failure_connections", row -> row.reached()
                    .map(reached -> Cell.of(reached.firstFailure()))
                    .orElse("")),
            new Column<>("limiting_factor", CeilingsCsv::factor));

    /** A cost of a connection by the name of its column, and its line. */
    private record CostColumn(String name, Function<CostPerConnection, Slope> line) {

        private void addTo(List<Column<CeilingRow>> columns) {
            columns.add(new Column<>(name, row -> Cell.of(of(row).perConnection())));
            columns.add(new Column<>(name + "_se", row -> Cell.of(of(row).standardError())));
            columns.add(new Column<>(
                    name + ForkSlope.DEGREES_OF_FREEDOM,
                    row -> Double.isNaN(of(row).perConnection()) ? "" : Cell.of(of(row).degreesOfFreedom())));
        }

        private Slope of(CeilingRow row) {
            return line.apply(row.result().cost());
        }
    }

    private static final List<CostColumn> COSTS = List.of(
            new CostColumn("heap_bytes_per_connection", CostPerConnection::heapBytes),
            new CostColumn("direct_bytes_per_connection", CostPerConnection::directBytes),
            new CostColumn(ResidentCost.COLUMN, CostPerConnection::resident),
            new CostColumn("pss_bytes_per_connection", CostPerConnection::pssBytes),
            new CostColumn("kernel_bytes_per_connection", CostPerConnection::kernelBytes),
            new CostColumn("threads_per_connection", CostPerConnection::threads));

    /** Sizes of the hosts that are projected, in GiB. */
    private static final List<Integer> HOSTS = List.of(1, 4, 16, 64);

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
        columns.add(ScenarioColumns.CONTAINER.of(CeilingRow::scenario));
        columns.add(new Column<>("container_version", row -> row.scenario()
                .reported(Target.Software::containerVersion)
                .orElse(Optional.ofNullable(row.result().running())
                        .map(running -> running.container().version())
                        .orElse(""))));
        columns.addAll(ofScenario(ScenarioColumns.WHAT));
        columns.add(new Column<>(
                "reference",
                row -> Boolean.toString(Containers.isReference(row.scenario().container()))));
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
        columns.addAll(Column.all(LayerColumns.USED, CeilingRow::result));
        return columns;
    }

    private static List<Column<CeilingRow>> ofScenario(List<Column<Scenario>> columns) {
        return Column.all(columns, CeilingRow::scenario);
    }

    private static List<Column<CeilingRow>> verdict() {
        List<Column<CeilingRow>> columns = new ArrayList<>(OUTCOME);
        columns.add(new Column<>("confidence", row -> row.reached()
                .map(Verdict.Reached::confidence)
                .or(() -> row.verdict(Verdict.Invalid.class).map(Verdict.Invalid::confidence))
                .map(Confidence::label)
                .orElse("")));
        columns.add(new Column<>("evidence", row -> row.reached()
                .map(reached -> Cell.text(reached.evidence()))
                .orElse("")));
        columns.add(new Column<>("relief", row -> row.reached()
                .map(Verdict.Reached::relief)
                .or(() -> row.verdict(Verdict.Invalid.class).map(Verdict.Invalid::relief))
                .map(Cell::text)
                .orElse("")));
        columns.add(new Column<>("why", CeilingsCsv::why));
        columns.add(new Column<>("next_limits", row -> row.reached()
                .map(reached ->
                        Cell.text(reached.next().stream().map(NextLimit::text).collect(Collectors.joining("; next "))))
                .orElse("")));
        columns.add(new Column<>(
                "passed_connections", row -> Cell.of(row.result().verdict().passed())));
        columns.addAll(Column.all(NotesColumns.WARNINGS, row -> row.result().notes()));
        return columns;
    }

    private static List<Column<CeilingRow>> costs() {
        List<Column<CeilingRow>> columns = new ArrayList<>();
        columns.add(
                new Column<>("cost_points", row -> Cell.of(row.result().cost().points())));
        COSTS.forEach(cost -> cost.addTo(columns));
        columns.add(new Column<>(
                "rss_base_bytes", row -> Cell.of(row.result().cost().resident().base())));
        columns.add(new Column<>(
                ResidentCost.WITH_FREE_HEAP,
                row -> Double.isNaN(row.result().cost().resident().perConnection())
                        ? ""
                        : Boolean.toString(!row.result().cost().tellsFreeHeapApart())));
        columns.add(new Column<>("curved_costs", row -> curved(row.result().cost())));
        columns.add(new Column<>("connections_per_gib", row -> perGib(row, false)));
        columns.add(new Column<>("connections_per_gib_with_kernel", row -> perGib(row, true)));
        for (int gibibytes : HOSTS) {
            columns.add(new Column<>(
                    "connections_at_%d_gib".formatted(gibibytes),
                    row -> Cell.of(Projection.of(
                            row.result().cost(),
                            (long) gibibytes << 30,
                            row.scenario().jvm().mostHeapOfSameReferences()))));
        }
        return columns;
    }

    private static String perGib(CeilingRow row, boolean withKernel) {
        return Cell.of(Projection.perGib(row.result().cost(), withKernel));
    }

    private static List<Column<CeilingRow>> times() {
        List<Column<CeilingRow>> columns = new ArrayList<>(SampleColumns.times(CeilingRow::times));
        columns.add(new Column<>(
                GeneratorColumns.REQUESTS, row -> GeneratorColumns.requests(row.scenario(), row.highestPassed())));
        columns.addAll(Column.all(GeneratorColumns.SERVER, CeilingRow::highestPassed));
        columns.addAll(Column.all(LayerColumns.HANDSHAKES, CeilingRow::result));
        return columns;
    }

    private static List<Column<CeilingRow>> messages() {
        return GeneratorColumns.withMessages(CeilingRow::deliveries, CeilingRow::decisive);
    }

    private static List<Column<CeilingRow>> effort() {
        List<Column<CeilingRow>> columns = new ArrayList<>();
        columns.add(new Column<>("steps", row -> Cell.of(row.result().steps().size())));
        columns.add(new Column<>("duration_s", row -> Cell.seconds(row.result().durationNanos())));
        columns.addAll(Column.all(EffortColumns.ALL, row -> row.result().effort()));
        columns.addAll(Column.all(GeneratorColumns.ALL, CeilingRow::decisive));
        columns.addAll(Column.all(NotesColumns.NULL, row -> row.result().notes()));
        return columns;
    }

    private static String ceiling(CeilingRow row) {
        return Cell.of(row.result().verdict().held());
    }

    private static String factor(CeilingRow row) {
        return row.reached()
                .map(Verdict.Reached::factor)
                .or(() -> row.verdict(Verdict.Invalid.class).map(Verdict.Invalid::factor))
                .or(() -> row.verdict(Verdict.AtLeast.class).flatMap(Verdict.AtLeast::factor))
                .map(LimitingFactor::label)
                .orElse("");
    }

    private static String why(CeilingRow row) {
        return row.verdict(Verdict.AtLeast.class)
                .map(Verdict.AtLeast::why)
                .or(() -> row.verdict(Verdict.Invalid.class).map(Verdict.Invalid::why))
                .or(() -> row.verdict(Verdict.Skipped.class).map(Verdict.Skipped::why))
                .map(Cell::text)
                .orElse("");
    }

    private static List<Column<CeilingRow>> used() {
        List<Column<CeilingRow>> columns = new ArrayList<>();
        columns.add(used("used_endpoint_class", running -> running.container().endpointClass()));
        columns.add(used(
                "used_thread_kind", running -> running.container().threadKind().label()));
        columns.add(used("used_max_threads", running -> Cell.of(running.sizes().maxThreads())));
        columns.add(
                used("used_max_connections", running -> Cell.of(running.sizes().maxConnections())));
        columns.add(used("used_accept_count", running -> Cell.of(running.sizes().acceptCount())));
        columns.add(
                used("used_idle_timeout_ms", running -> Cell.of(running.sizes().idleTimeoutMillis())));
        columns.add(used("used_buffers", running -> Cell.of(running.sizes().buffers())));
        columns.add(used("used_jdk", RunningSettings::jdk));
        columns.add(new Column<>("used_heap_max_bytes", row -> largest(row, ServerReading::heapMaxBytes)));
        columns.add(new Column<>("used_nofile", row -> largest(row, ServerReading::maxDescriptors)));
        columns.add(used(
                "used_header_cache_nodes", running -> Cell.of(running.sizes().headerCacheNodes())));
        return columns;
    }

    private static Column<CeilingRow> used(String name, Function<RunningSettings, String> setting) {
        return new Column<>(
                name,
                row -> Optional.ofNullable(row.result().running()).map(setting).orElse(""));
    }

    /**
     * Returns the largest value of a limit over all readings, since limits do not change while a server runs, but a
     * reading may fail; of several servers, the smallest of theirs.
     */
    private static String largest(CeilingRow row, Function<ServerReading, Limit> limit) {
        OptionalLong smallest = IntStream.range(0, row.scenario().instances())
                .mapToObj(i -> row.result().steps().stream()
                        .flatMap(step -> Stream.of(step.before(), step.after()))
                        .flatMapToLong(
                                sample -> limit.apply(sample.ofInstance(i).server()).number().stream())
                        .max())
                .flatMapToLong(OptionalLong::stream)
                .min();
        return smallest.isPresent() ? Cell.of(smallest.getAsLong()) : "";
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

    /** The columns of the null measurement, and of warnings about the figures. */
    private static final class NotesColumns {

        static final List<Column<ScenarioNotes>> NULL = List.of(
                beforeLoad("null_s", before -> Cell.seconds(before.nanos())),
                beforeLoad(
                        "null_busy_share", before -> Cell.of(before.processors().busyShare())),
                beforeLoad(
                        "null_steal_share",
                        before -> Cell.of(before.processors().stealShare())),
                beforeLoad(
                        "null_cpu_pressure_share",
                        before -> Cell.of(before.processors().pressureShare())),
                beforeLoad(
                        "null_runnable", before -> Cell.of(before.processors().runnable())),
                beforeLoad("null_pause_max_ns", before -> Cell.of(before.longestPauseNanos())),
                beforeLoad("null_slab_bytes_per_s", before -> Cell.of(before.slabBytesPerSecond())));

        /** Warnings about what may have spoiled the figures. */
        static final List<Column<ScenarioNotes>> WARNINGS =
                List.of(new Column<>("warnings", notes -> Cell.text(String.join("; ", notes.warnings()))));

        private NotesColumns() {}

        private static Column<ScenarioNotes> beforeLoad(String name, Function<NullMeasurement, String> cell) {
            return new Column<>(name, notes -> notes.before().isTaken() ? cell.apply(notes.before()) : "");
        }
    }
}
