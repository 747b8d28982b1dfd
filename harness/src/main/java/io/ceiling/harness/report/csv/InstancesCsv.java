package io.ceiling.harness.report.csv;

import io.ceiling.harness.result.Step;
import io.ceiling.harness.rows.ColumnKey;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.stats.CostPerConnection;
import io.ceiling.harness.stats.CostPerConnection.Slope;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The file instances.csv with a row for each step and each of several servers: what it held, and its readings at the
 * end of the step.
 */
public final class InstancesCsv {

    /**
     * A row.
     *
     * @param step the step as this server alone saw it
     * @param instance number of the server, 1 for the first
     * @param cost cost of one more connection to this server; empty if it was not measured
     */
    public record InstanceRow(
            String run, Scenario scenario, Step step, int instance, Optional<CostPerConnection> cost) {}

    public static final List<Column<InstanceRow>> COLUMNS = columns();

    private InstancesCsv() {}

    private static List<Column<InstanceRow>> columns() {
        List<Column<InstanceRow>> columns = new ArrayList<>();
        columns.add(new Column<>("run", InstanceRow::run));
        columns.addAll(Column.adaptAll(ScenarioColumns.NAME, InstanceRow::scenario));
        columns.add(new Column<>("step", row -> row.step().index()));
        columns.add(new Column<>(Keys.SERVER, row -> row.step().server()));
        columns.add(new Column<>("instance", row -> row.instance()));
        columns.add(new Column<>(Keys.TARGET, row -> row.step().target()));
        columns.add(new Column<>(Keys.SERVED, row -> row.step().served()));
        columns.add(new Column<>("failures_in_step", row -> row.step()
                .after()
                .load()
                .failures()
                .since(row.step().before().load().failures())
                .total()));
        columns.add(new Column<>(Keys.AFTER_GC, row -> row.step().after().afterGc()));
        columns.addAll(
                Column.adaptAll(SampleColumns.OF_INSTANCE, row -> row.step().after()));
        columns.addAll(cost(Keys.HEAP, CostPerConnection::heapBytes));
        columns.addAll(cost(ResidentCost.COLUMN, CostPerConnection::resident));
        return List.copyOf(columns);
    }

    private static List<Column<InstanceRow>> cost(ColumnKey.Amount key, Function<CostPerConnection, Slope> line) {
        return List.of(
                new Column<>(key, row -> row.cost().map(line).map(Slope::perConnection)),
                new Column<>(key.error(), row -> row.cost().map(line).map(Slope::standardError)));
    }
}
