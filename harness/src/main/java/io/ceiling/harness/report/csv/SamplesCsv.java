package io.ceiling.harness.report.csv;

import io.ceiling.harness.model.LoadReading;
import io.ceiling.harness.model.Sample;
import io.ceiling.harness.model.Scenario;
import java.util.ArrayList;
import java.util.List;

/** The file samples.csv with a row for each second, and for each reading after a collection. */
public final class SamplesCsv {

    public record Row(String run, Scenario scenario, Sample sample) {}

    public static final List<Column<Row>> COLUMNS = columns();

    private SamplesCsv() {}

    private static List<Column<Row>> columns() {
        List<Column<Row>> columns = new ArrayList<>();
        columns.add(new Column<>("run", Row::run));
        columns.addAll(Column.all(ScenarioColumns.NAME, Row::scenario));
        columns.add(new Column<>("elapsed_ns", row -> Cell.of(row.sample().elapsedNanos())));
        columns.add(
                new Column<>("after_gc", row -> Boolean.toString(row.sample().afterGc())));
        columns.addAll(Column.all(SampleColumns.READINGS, Row::sample));
        columns.addAll(Column.all(SampleColumns.MORE_READINGS, Row::sample));
        columns.add(new Column<>("load_pause_max_ns", SamplesCsv::pause));
        columns.addAll(Column.all(SampleColumns.LAST_READINGS, Row::sample));
        return List.copyOf(columns);
    }

    private static String pause(Row row) {
        LoadReading load = row.sample().load();
        return load.agents() == 0 ? "" : Cell.of(load.process().longestPauseInStepNanos());
    }
}
