package io.ceiling.harness.report.csv;

import io.ceiling.harness.reading.HostReading;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.ServerReading;
import io.ceiling.harness.result.Step;
import io.ceiling.harness.rows.ColumnKey;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.stats.CostPoints;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The file steps.csv with a row for each step of a ramp, and the readings at its end. */
public final class StepsCsv {

    public record StepRow(String run, Scenario scenario, Step step) {}

    public static final List<Column<StepRow>> COLUMNS = columns();

    private StepsCsv() {}

    private static List<Column<StepRow>> columns() {
        List<Column<StepRow>> columns = new ArrayList<>();
        columns.add(new Column<>("run", StepRow::run));
        columns.addAll(Column.adaptAll(ScenarioColumns.NAME, StepRow::scenario));
        columns.add(new Column<>("step", row -> row.step().index()));
        columns.add(new Column<>(Keys.SERVER, row -> row.step().server()));
        columns.add(new Column<>("counted", row -> row.step().counted()));
        columns.add(new Column<>(Keys.TARGET, row -> row.step().target()));
        columns.add(new Column<>(Keys.SERVED, row -> row.step().served()));
        columns.add(new Column<>(Keys.PASSED, row -> row.step().passed()));
        columns.add(new Column<>(Keys.FAILURE, row -> row.step().failure()));
        columns.add(new Column<>(Keys.STEP_NANOS, row -> row.step().durationNanos()));
        columns.add(new Column<>(Keys.AFTER_GC, row -> row.step().after().afterGc()));
        columns.add(server(Keys.STEP_CPU, ServerReading::cpuNanos));
        columns.add(server(
                ColumnKey.of("server_gc_in_step_ns"), reading -> reading.cpu().gcNanos()));
        columns.add(host(ColumnKey.of("listen_overflows_in_step"), HostReading::listenOverflows));
        columns.add(host(ColumnKey.of("listen_drops_in_step"), HostReading::listenDrops));
        columns.add(host(ColumnKey.of("tcp_memory_pressures_in_step"), HostReading::tcpMemoryPressures));
        columns.add(host(ColumnKey.of("conntrack_drops_in_step"), reading -> reading.conntrack()
                .conntrackDrops()));
        columns.addAll(SampleColumns.times(row -> row.step().after().load().times()));
        columns.addAll(Column.adaptAll(SampleColumns.READINGS, row -> row.step().after()));
        columns.addAll(GeneratorColumns.withMessages(row -> row.step().deliveries(), row -> Optional.of(row.step())));
        columns.addAll(
                Column.adaptAll(SampleColumns.MORE_READINGS, row -> row.step().after()));
        columns.addAll(Column.adaptAll(GeneratorColumns.ALL, row -> Optional.of(row.step())));
        columns.add(new Column<>(
                "open_rate_per_second", row -> row.step().generator().opensPerSecond()));
        columns.addAll(
                Column.adaptAll(SampleColumns.LAST_READINGS, row -> row.step().after()));
        columns.add(new Column<>(
                GeneratorColumns.REQUESTS, row -> GeneratorColumns.requests(row.scenario(), Optional.of(row.step()))));
        columns.add(new Column<>(
                "load_messages", row -> row.step().after().load().channels().messages()));
        columns.add(new Column<>(Keys.COST_POINT, row -> row.step().costPoint()));
        columns.addAll(Column.adaptAll(GeneratorColumns.SERVER, row -> Optional.of(row.step())));
        return List.copyOf(columns);
    }

    /**
     * Returns the steps to which the costs of a scenario were fitted. Older files lack that column: there they follow
     * from the failures and the limit of the scenario.
     *
     * @param ceiling row of the scenario in ceilings.csv
     * @param steps its steps, in their order
     */
    public static List<CsvRow> costPoints(CsvRow ceiling, List<CsvRow> steps) {
        if (steps.stream().anyMatch(step -> !step.text(Keys.COST_POINT).isEmpty())) {
            return steps.stream().filter(step -> step.isTrue(Keys.COST_POINT)).toList();
        }
        boolean leavesTraces = LimitingFactor.find(ceiling.text(Keys.FACTOR))
                .filter(LimitingFactor::leavesNoTrace)
                .isEmpty();
        return new CostPoints<>(steps, step -> (int) step.amount(Keys.SERVER), step -> step.amount(Keys.SERVED))
                .beforeTraces(step -> step.isTrue(Keys.PASSED), leavesTraces)
                .readings();
    }

    private static Column<StepRow> server(ColumnKey key, Function<ServerReading, Observation> counter) {
        return new Column<>(key, row -> counter.apply(row.step().after().server())
                .since(counter.apply(row.step().before().server())));
    }

    private static Column<StepRow> host(ColumnKey key, Function<HostReading, Observation> counter) {
        return new Column<>(key, row -> counter.apply(row.step().after().host())
                .since(counter.apply(row.step().before().host())));
    }
}
