package io.ceiling.harness.report.csv;

import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.result.Effort;
import io.ceiling.harness.result.StartedServer;
import io.ceiling.harness.result.WarmUp;
import io.ceiling.harness.scenario.Phase;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/** The columns of a scenario's effort; all are empty if it is not known. */
public final class EffortColumns {

    /** Columns of the warm-up. */
    static final List<Column<WarmUp>> WARM_UP = List.of(
            new Column<>("warm_up_connections", warmUp -> warmUp.connections()),
            new Column<>("warm_up_s", warmUp -> Cell.seconds(warmUp.nanos())),
            new Column<>(Keys.WARM_UP_STEADY, warmUp -> warmUp.servers() == 0 ? "" : Boolean.toString(warmUp.steady())),
            new Column<>(Keys.WARM_UP_WHY, warmUp -> warmUp.why()));

    static final List<Column<Effort>> ALL = all();

    private EffortColumns() {}

    /** Returns the marks of a row, with that of a server that was not steady. */
    public static String marks(List<String> marks, Optional<StartedServer> server) {
        List<String> all = new ArrayList<>(marks);
        server.map(StartedServer::warmUp).flatMap(WarmUp::mark).ifPresent(all::add);
        return Cell.text(String.join("; ", all));
    }

    /** Returns the columns of the warm-up for rows of another file; empty if no server was warmed. */
    public static <R> List<Column<R>> warmUp(Function<R, Optional<StartedServer>> server) {
        List<Column<R>> columns = new ArrayList<>();
        WARM_UP.forEach(column -> columns.add(new Column<>(column.name(), row -> server.apply(row)
                .map(StartedServer::warmUp)
                .filter(warmUp -> warmUp.servers() > 0)
                .map(column.value()))));
        return columns;
    }

    private static List<Column<Effort>> all() {
        List<Column<Effort>> columns = new ArrayList<>();
        WARM_UP.forEach(column ->
                columns.add(known(column.name(), effort -> column.value().apply(effort.warmUp()))));
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

    private static Column<Effort> processors(String name, Function<Effort, Observation> nanos) {
        return known(name, effort -> {
            Observation used = nanos.apply(effort);
            return used.isSeen() ? Cell.seconds(used.orElse(0)) : "";
        });
    }

    private static Column<Effort> known(String name, Function<Effort, ?> cell) {
        return new Column<>(name, effort -> effort.equals(Effort.NONE) ? "" : cell.apply(effort));
    }
}
