package io.ceiling.harness.report.csv;

import io.ceiling.harness.result.Deliveries;
import io.ceiling.harness.result.Step;
import io.ceiling.harness.scenario.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The columns that show whether the load generator kept its schedule in a step, and what the server spent on it. */
final class GeneratorColumns {

    /** Name of the column of the requests in flight that were answered, per second. */
    static final String REQUESTS = "requests_per_second";

    static final List<Column<Optional<Step>>> ALL = List.of(
            new Column<>("load_late_share", step -> step.map(s -> s.lateShare())),
            new Column<>(
                    "load_loop_busy_share", step -> step.map(s -> s.generator().fullestLoop())));

    /** Processor time of the server by what it did in the traffic of a step that passed; empty below 400 ms in all. */
    static final List<Column<Optional<Step>>> SERVER = List.of(
            new Column<>("server_cpu_ns_per_request", step -> serverNanosEach(step, false)),
            new Column<>("server_cpu_ns_per_delivery", step -> serverNanosEach(step, true)));

    private GeneratorColumns() {}

    private static Optional<?> serverNanosEach(Optional<Step> step, boolean ofDelivery) {
        return step.filter(s -> s.passed() && s.deliveries().isPresent() == ofDelivery)
                .map(s -> s.generator().serverNanosEach());
    }

    /** Returns the requests answered per second in a step; empty unless they were kept in flight. */
    static Optional<?> requests(Scenario scenario, Optional<Step> step) {
        return scenario.work().inFlight().flatMap(pace -> step).map(s -> s.generator()
                .answersPerSecond());
    }

    /**
     * Returns the columns of messages. The longest pause of the load agents is among them; it is that of the whole
     * step, whether or not messages were published.
     *
     * @param step step of the pause
     */
    static <R> List<Column<R>> withMessages(
            Function<R, Optional<Deliveries>> messages, Function<R, Optional<Step>> step) {
        List<Column<R>> columns = new ArrayList<>();
        for (Column<R> column : Column.adaptAll(MessageColumns.ALL, messages)) {
            columns.add(
                    column.name().equals(Keys.LOAD_PAUSE.column())
                            ? new Column<>(
                                    Keys.LOAD_PAUSE, row -> step.apply(row).map(s -> s.longestPause()))
                            : column);
        }
        return columns;
    }
}
