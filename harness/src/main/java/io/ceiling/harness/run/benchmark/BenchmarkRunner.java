package io.ceiling.harness.run.benchmark;

import io.ceiling.harness.model.Environment;
import io.ceiling.harness.model.Jdk;
import io.ceiling.harness.model.Scenario;
import io.ceiling.harness.model.ScenarioResult;
import io.ceiling.harness.probe.EnvironmentProbe;
import io.ceiling.harness.report.ConsoleTable;
import io.ceiling.harness.report.MessagesTable;
import io.ceiling.harness.report.Progress;
import io.ceiling.harness.report.RunFolder;
import io.ceiling.harness.run.Agents;
import io.ceiling.harness.run.Reporting;
import io.ceiling.harness.run.RunRequest;
import io.ceiling.harness.run.session.HostFacts;
import java.io.PrintStream;
import java.time.Clock;
import java.util.List;

/**
 * Runs a matrix: every scenario in a fresh server JVM, ramped to its ceiling, judged, its row on disk before the next one
 * starts.
 */
public final class BenchmarkRunner {

    /** Every scenario has a row. */
    public static final int EXIT_RAN = 0;
    /** An expectation was missed. */
    public static final int EXIT_MISSED = 1;
    /** At least one scenario could not be measured. */
    public static final int EXIT_COULD_NOT_RUN = 3;

    private final HostFacts facts;
    private final Environment environment;
    private final PrintStream out;
    private final boolean terminal;

    BenchmarkRunner(HostFacts facts, Environment environment, PrintStream out, boolean terminal) {
        this.facts = facts;
        this.environment = environment;
        this.out = out;
        this.terminal = terminal;
    }

    /** Reads this host and this project once; {@code jdks} are the ones that were found. */
    public static BenchmarkRunner onThisHost(RunRequest request, List<Jdk> jdks, PrintStream out, boolean terminal) {
        HostFacts facts = HostFacts.ofThisHost();
        Environment environment =
                new EnvironmentProbe(Clock.systemUTC()).read(request.folders().home(), jdks, request.commandLine());
        return new BenchmarkRunner(facts, environment, out, terminal);
    }

    /**
     * Blocks until every scenario has its row; on return no process is left running.
     *
     * @return the exit code
     */
    public int run(RunRequest request) throws InterruptedException {
        facts.host().blindSpots().forEach(blind -> out.println("not seen here: " + blind));
        try (Reporting reporting = new Reporting(out);
                RunFolder folder = reporting.of(open(request));
                Agents agents = new Agents(request, facts.limits(), folder.path())) {
            boolean allMeasured = measureAll(request, folder, new ScenarioMeasurer(request, folder, agents, facts));
            MessagesTable.lines(folder.path().resolve("steps.csv")).forEach(out::println);
            ConsoleTable.lines(folder.rows(), folder.path()).forEach(out::println);
            return exitCode(request.expectations().areKeptBy(folder, out), allMeasured);
        }
    }

    /** What was expected of something that could not be measured was missed. */
    public static int exitCode(boolean kept, boolean allMeasured) {
        if (!kept) {
            return EXIT_MISSED;
        }
        return allMeasured ? EXIT_RAN : EXIT_COULD_NOT_RUN;
    }

    private boolean measureAll(RunRequest request, RunFolder folder, ScenarioMeasurer measuring)
            throws InterruptedException {
        boolean allMeasured = folder.allMeasured();
        try (Progress progress =
                new Progress(out, request.scenarios(), folder.finished().size(), terminal, request.verbose())) {
            for (Scenario scenario : request.scenarios()) {
                if (folder.finished().contains(scenario.name())) {
                    continue;
                }
                progress.started(scenario);
                ScenarioResult result = measuring.measure(scenario);
                progress.finished(result);
                allMeasured &= ScenarioMeasurer.done(result);
            }
        }
        return allMeasured;
    }

    private RunFolder open(RunRequest request) {
        RunFolder folder = request.folders().resume().isPresent()
                ? RunFolder.resume(request.folders().resume().get())
                : RunFolder.create(
                        request.folders().results(), request.folders().name(), Clock.systemUTC());
        folder.writeEnvironment(environment, request.ramp());
        return folder;
    }
}
