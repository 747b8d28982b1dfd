package io.ceiling.anatomy;

import io.ceiling.harness.command.run.BenchmarkRunner;
import io.ceiling.harness.engine.session.RunClock;
import io.ceiling.harness.engine.session.ScenarioNotRunException;
import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.Keys;
import io.ceiling.harness.run.Run;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.scenario.Workload;
import io.ceiling.harness.server.ServerStartException;
import io.ceiling.load.link.LinkException;
import java.util.Optional;

/** Runs an anatomy for each row of a run after its last row: {@code ceiling run --anatomy}. */
record RowAnatomies() implements BenchmarkRunner.ExtraMeasurement {

    // Share of a ceiling that a server can hold with heap dumps and memory tracking.
    private static final double SHARE_OF_CEILING = 0.8;

    /**
     * Measures each row whose anatomy is not in anatomy.csv yet, and prints why a row cannot have one. Blocks until all
     * are measured; on return their servers are stopped.
     */
    @Override
    public boolean measure(Run.Context context) throws InterruptedException {
        boolean all = true;
        try (HeapDumps dumps = AnatomyRunner.dumps(context, false);
                AnatomyCsv csv = new AnatomyCsv(context.folder().path())) {
            for (Scenario scenario : context.request().scenarios()) {
                if (scenario.fork() == 1 && !csv.has(scenario)) {
                    all &= measureRow(context, scenario, dumps, csv);
                }
            }
        }
        return all;
    }

    private static boolean measureRow(Run.Context context, Scenario scenario, HeapDumps dumps, AnatomyCsv csv)
            throws InterruptedException {
        Optional<CsvRow> row = context.folder().rows().stream()
                .filter(one -> one.scenario().equals(scenario.name()))
                .findFirst();
        int connections = row.map(one -> connections(one, scenario)).orElse(0);
        Optional<String> why = exclusionReason(context, scenario, row, connections);
        if (why.isPresent()) {
            context.out().println("anatomy of %s: none, %s".formatted(scenario.name(), why.get()));
            return true;
        }
        context.out().println("anatomy of %s at %d connections".formatted(scenario.name(), connections));
        try {
            AnatomyMeasurer measurer = new AnatomyMeasurer(context, dumps, new RunClock(), false);
            Anatomy anatomy = AnatomyRunner.measureScenario(
                    measurer, context, new Scenario(scenario.server(), scenario.work(), connections));
            csv.append(scenario, anatomy);
            measurer.notes().forEach(note -> context.out().println("  " + note));
            return true;
        } catch (ServerStartException | ScenarioNotRunException | LinkException e) {
            context.out().println("  not measured: " + e.getMessage());
            return false;
        }
    }

    private static int connections(CsvRow row, Scenario scenario) {
        double held = row.number(Keys.CEILING).orElse(0) * SHARE_OF_CEILING;
        return (int) Math.min(Math.min(Levels.MAX_DUMPED, scenario.capConnections()), held);
    }

    private static Optional<String> exclusionReason(
            Run.Context context, Scenario scenario, Optional<CsvRow> row, int connections) {
        Workload workload = scenario.workload();
        if (context.request().hosts().isPresent() || scenario.instances() > 1) {
            return Optional.of("of one server on this host alone");
        }
        if (workload.isRecursive()
                || workload.subscribes()
                || scenario.work().inFlight().isPresent()) {
            return Optional.of("a connection of %s is more than memory that it holds".formatted(workload.label()));
        }
        if (row.isEmpty() || row.get().text(Keys.VERDICT).matches("skipped|invalid")) {
            return Optional.of("its row was not measured");
        }
        return connections >= Levels.MIN_CONNECTIONS
                ? Optional.empty()
                : Optional.of("80 %% of its ceiling are %d connections, fewer than %d"
                        .formatted(connections, Levels.MIN_CONNECTIONS));
    }
}
