package io.ceiling.harness.report.csv;

import io.ceiling.harness.result.Step;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.stats.CostPerConnection;
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
        columns.addAll(Column.all(ScenarioColumns.NAME, InstanceRow::scenario));
        columns.add(new Column<>("step", row -> Cell.of(row.step().index())));
        columns.add(new Column<>("server", row -> Cell.of(row.step().server())));
        columns.add(new Column<>("instance", row -> Cell.of(row.instance())));
        columns.add(new Column<>("target_connections", row -> Cell.of(row.step().target())));
        columns.add(new Column<>("served_connections", row -> Cell.of(row.step().served())));
        columns.add(new Column<>(
                "failures_in_step",
                row -> Cell.of(row.step()
                        .after()
                        .load()
                        .failures()
                        .since(row.step().before().load().failures())
                        .total())));
        columns.add(new Column<>(
                "after_gc", row -> Boolean.toString(row.step().after().afterGc())));
        columns.addAll(Column.all(SampleColumns.OF_INSTANCE, row -> row.step().after()));
        cost(columns, "heap_bytes_per_connection", CostPerConnection::heapBytes);
        cost(columns, ResidentCost.COLUMN, CostPerConnection::resident);
        return List.copyOf(columns);
    }

    private static void cost(
            List<Column<InstanceRow>> columns,
            String name,
            Function<CostPerConnection, CostPerConnection.Slope> slope) {
        columns.add(new Column<>(name, row -> row.cost()
                .map(cost -> Cell.of(slope.apply(cost).perConnection()))
                .orElse("")));
        columns.add(new Column<>(name + "_se", row -> row.cost()
                .map(cost -> Cell.of(slope.apply(cost).standardError()))
                .orElse("")));
    }
}
