package io.ceiling.harness.report.csv;

import io.ceiling.harness.reading.LoadReading;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.scenario.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The file samples.csv with a row for each second, and for each reading after a collection. */
public final class SamplesCsv {

    public record SampleRow(String run, Scenario scenario, Sample sample) {}

    // Figures that only load agents report, and no other tool.
    private static final Set<String> OF_AGENTS_ALONE = Set.of(
            "load_failures",
            "load_exchanges_asked",
            "load_exchanges_answered",
            "load_late_sends",
            "load_released_answers",
            "load_heap_share",
            "load_heap_used_bytes",
            "load_gc_ns",
            "load_pause_max_ns");

    public static final List<Column<SampleRow>> COLUMNS = columns();

    private SamplesCsv() {}

    private static List<Column<SampleRow>> columns() {
        List<Column<SampleRow>> columns = new ArrayList<>();
        columns.add(new Column<>("run", SampleRow::run));
        columns.addAll(Column.adaptAll(ScenarioColumns.NAME, SampleRow::scenario));
        columns.add(new Column<>(Keys.ELAPSED, row -> row.sample().elapsedNanos()));
        columns.add(new Column<>(Keys.AFTER_GC, row -> row.sample().afterGc()));
        columns.addAll(Column.adaptAll(SampleColumns.READINGS, SampleRow::sample));
        columns.addAll(Column.adaptAll(SampleColumns.MORE_READINGS, SampleRow::sample));
        columns.add(new Column<>(Keys.LOAD_PAUSE, SamplesCsv::pause));
        columns.addAll(Column.adaptAll(SampleColumns.LAST_READINGS, SampleRow::sample));
        if (!Column.names(columns).containsAll(OF_AGENTS_ALONE)) {
            throw new IllegalStateException("samples.csv has not all of %s".formatted(OF_AGENTS_ALONE));
        }
        return columns.stream().map(SamplesCsv::seenOfATool).toList();
    }

    // Returns a column that is empty for the load of another tool, if only load agents report its figure.
    private static Column<SampleRow> seenOfATool(Column<SampleRow> column) {
        return OF_AGENTS_ALONE.contains(column.name())
                ? new Column<>(
                        column.name(),
                        row -> row.scenario().workload().isWatched()
                                ? ""
                                : column.value().apply(row))
                : column;
    }

    private static Object pause(SampleRow row) {
        LoadReading load = row.sample().load();
        return load.agents() == 0 ? "" : load.process().longestPauseInStepNanos();
    }
}
