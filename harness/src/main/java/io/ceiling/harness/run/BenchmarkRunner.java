package io.ceiling.harness.run;

import io.ceiling.harness.matrix.Scenarios;
import io.ceiling.harness.model.CostPerConnection;
import io.ceiling.harness.model.Environment;
import io.ceiling.harness.model.Jdk;
import io.ceiling.harness.model.LimitingFactor;
import io.ceiling.harness.model.Scenario;
import io.ceiling.harness.model.ScenarioResult;
import io.ceiling.harness.model.Verdict;
import io.ceiling.harness.probe.EnvironmentProbe;
import io.ceiling.harness.probe.HostLimitsProbe;
import io.ceiling.harness.probe.HostProbe;
import io.ceiling.harness.report.ConsoleTable;
import io.ceiling.harness.report.Progress;
import io.ceiling.harness.report.RunFolder;
import io.ceiling.harness.server.ServerFiles;
import io.ceiling.harness.server.ServerStartException;
import io.ceiling.load.ClusterException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Runs a matrix: every scenario in a fresh server JVM, ramped to its ceiling, judged, its row on disk before the next one
 * starts.
 */
public final class BenchmarkRunner {

    /** Every scenario has a row. */
    public static final int EXIT_RAN = 0;
    /** At least one scenario could not be measured. */
    public static final int EXIT_COULD_NOT_RUN = 3;

    private final HostFacts facts;
    private final Environment environment;
    private final PrintStream out;
    private final boolean terminal;
    private final Waiting waiting = new Waiting();

    BenchmarkRunner(HostFacts facts, Environment environment, PrintStream out, boolean terminal) {
        this.facts = facts;
        this.environment = environment;
        this.out = out;
        this.terminal = terminal;
    }

    /** Reads this host and this project once; {@code jdks} are the ones that were found. */
    public static BenchmarkRunner onThisHost(RunRequest request, List<Jdk> jdks, PrintStream out, boolean terminal) {
        HostFacts facts = new HostFacts(
                new HostProbe(), HostLimitsProbe.read(), Runtime.getRuntime().availableProcessors());
        Environment environment =
                new EnvironmentProbe(Clock.systemUTC()).read(request.home(), jdks, request.commandLine());
        return new BenchmarkRunner(facts, environment, out, terminal);
    }

    /**
     * Blocks until every scenario has its row; on return no process is left running.
     *
     * @return the exit code
     */
    public int run(RunRequest request) throws InterruptedException {
        facts.host().blindSpots().forEach(blind -> out.println("not seen here: " + blind));
        try (RunFolder folder = open(request);
                Agents agents = new Agents(request, facts.limits(), folder.path())) {
            boolean allMeasured = measureAll(request, folder, agents);
            ConsoleTable.lines(folder.rows(), folder.path()).forEach(out::println);
            return allMeasured ? EXIT_RAN : EXIT_COULD_NOT_RUN;
        }
    }

    private boolean measureAll(RunRequest request, RunFolder folder, Agents agents) throws InterruptedException {
        boolean allMeasured = folder.allMeasured();
        try (Progress progress =
                new Progress(out, request.scenarios(), folder.finished().size(), terminal)) {
            for (Scenario scenario : request.scenarios()) {
                if (folder.finished().contains(scenario.name())) {
                    continue;
                }
                progress.started(scenario);
                Instant start = Instant.now();
                ScenarioRun.Measured measured = measure(scenario, request, folder, agents);
                if (!measured.histograms().isEmpty()) {
                    folder.writeHistograms(scenario, start, Instant.now(), measured.histograms());
                }
                folder.append(measured.result(), measured.serverCommand());
                progress.finished(measured.result());
                allMeasured &=
                        measured.result().running() != null || measured.result().verdict() instanceof Verdict.Skipped;
            }
        }
        return allMeasured;
    }

    private RunFolder open(RunRequest request) {
        RunFolder folder = request.resume().isPresent()
                ? RunFolder.resume(request.resume().get())
                : RunFolder.create(request.results(), request.name(), Clock.systemUTC());
        folder.writeEnvironment(environment, request.ramp());
        return folder;
    }

    private ScenarioRun.Measured measure(Scenario scenario, RunRequest request, RunFolder folder, Agents agents)
            throws InterruptedException {
        Optional<String> skip = Scenarios.skipReason(scenario);
        if (skip.isPresent()) {
            return without(scenario, new Verdict.Skipped(skip.get()), 0);
        }
        ServerLauncher launcher = new ServerLauncher(new ServerFiles(request.home()), folder::serverLog);
        long startNanos = waiting.nanoTime();
        ServerSession.Starter servers = number -> ForkedSession.start(
                scenario,
                launcher,
                number,
                facts,
                sample -> folder.appendSample(scenario, sample),
                waiting,
                startNanos);
        try {
            return new ScenarioRun(scenario, request.ramp(), agents::fleet, servers, facts, waiting).run();
        } catch (ServerStartException | ScenarioNotRunException e) {
            return notRun(scenario, e, startNanos);
        } catch (ClusterException e) {
            // An agent that is gone or deaf: the others' counts are worthless too.
            agents.close();
            return notRun(scenario, e, startNanos);
        } catch (IllegalArgumentException | IllegalStateException | UncheckedIOException e) {
            // One scenario that went wrong in a way nobody thought of must not cost the others.
            return without(scenario, unexpected(e), waiting.nanoTime() - startNanos);
        }
    }

    private static Verdict unexpected(RuntimeException why) {
        return new Verdict.Invalid(0, LimitingFactor.UNKNOWN, "unexpected error: " + why);
    }

    private ScenarioRun.Measured notRun(Scenario scenario, RuntimeException why, long startNanos) {
        Verdict verdict = new Verdict.Invalid(0, LimitingFactor.UNKNOWN, String.valueOf(why.getMessage()));
        return without(scenario, verdict, waiting.nanoTime() - startNanos);
    }

    private static ScenarioRun.Measured without(Scenario scenario, Verdict verdict, long durationNanos) {
        return new ScenarioRun.Measured(
                new ScenarioResult(scenario, null, verdict, List.of(), CostPerConnection.NONE, durationNanos),
                List.of(),
                Map.of());
    }
}
