package io.ceiling.harness.report;

import io.ceiling.harness.model.Effort;
import io.ceiling.harness.model.Phase;
import io.ceiling.harness.model.WarmUp;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/** What it took to measure a scenario, as columns; all are empty if nobody knows. */
final class EffortColumns {

    static final List<Column<Effort>> ALL = all();

    private EffortColumns() {}

    private static List<Column<Effort>> all() {
        List<Column<Effort>> columns = new ArrayList<>();
        columns.add(warmUp("warm_up_connections", warmUp -> Cell.of(warmUp.connections())));
        columns.add(warmUp("warm_up_s", warmUp -> Cell.seconds(warmUp.nanos())));
        columns.add(warmUp("warm_up_steady", warmUp -> warmUp.servers() == 0 ? "" : Boolean.toString(warmUp.steady())));
        columns.add(warmUp("warm_up_why", warmUp -> Cell.text(warmUp.why())));
        columns.add(processors("server_cpu_s", Effort::serverCpuNanos));
        columns.add(processors("agents_cpu_s", Effort::agentsCpuNanos));
        columns.add(processors("harness_cpu_s", Effort::harnessCpuNanos));
        for (Phase phase : Phase.values()) {
            if (phase != Phase.WARM_UP) {
                columns.add(known(
                        phase.name().toLowerCase(Locale.ROOT) + "_s", effort -> Cell.seconds(effort.nanos(phase))));
            }
        }
        return List.copyOf(columns);
    }

    private static Column<Effort> warmUp(String name, Function<WarmUp, String> cell) {
        return known(name, effort -> cell.apply(effort.warmUp()));
    }

    private static Column<Effort> processors(String name, ToLongFunction<Effort> nanos) {
        return known(name, effort -> nanos.applyAsLong(effort) < 0 ? "" : Cell.seconds(nanos.applyAsLong(effort)));
    }

    private static Column<Effort> known(String name, Function<Effort, String> cell) {
        return new Column<>(name, effort -> effort.equals(Effort.NONE) ? "" : cell.apply(effort));
    }
}
