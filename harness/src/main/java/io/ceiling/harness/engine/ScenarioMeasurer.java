package io.ceiling.harness.engine;

import io.ceiling.harness.engine.ramp.RampListener;
import io.ceiling.harness.engine.ramp.ScenarioRun;
import io.ceiling.harness.engine.session.AgentFailedException;
import io.ceiling.harness.engine.session.HostFacts;
import io.ceiling.harness.engine.session.RunClock;
import io.ceiling.harness.engine.session.ScenarioNotRunException;
import io.ceiling.harness.engine.session.ServerLauncher;
import io.ceiling.harness.engine.session.ServerSession;
import io.ceiling.harness.engine.session.StopReasons;
import io.ceiling.harness.matrix.Scenarios;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.report.RunFolder;
import io.ceiling.harness.report.console.Progress;
import io.ceiling.harness.result.ExtensionResults;
import io.ceiling.harness.result.NullMeasurement;
import io.ceiling.harness.result.ScenarioResult;
import io.ceiling.harness.result.StartedServer;
import io.ceiling.harness.result.Verdict;
import io.ceiling.harness.run.Agents;
import io.ceiling.harness.run.BoundedShutdownTask;
import io.ceiling.harness.run.Reporting;
import io.ceiling.harness.run.Run;
import io.ceiling.harness.run.RunRequest;
import io.ceiling.harness.run.RunStatus;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.server.ServerFiles;
import io.ceiling.harness.server.ServerStartException;
import io.ceiling.harness.stats.CostPerConnection;
import io.ceiling.harness.verdict.ramp.Noise;
import io.ceiling.harness.verdict.ramp.Verdicts;
import io.ceiling.load.link.LinkException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Measures scenarios and writes their rows to the run's folder. An error in one scenario becomes its row and does not
 * end the run. Not thread-safe.
 */
public final class ScenarioMeasurer {

    // Time for which a measurement of a quiet host stays valid, so that short rows need not repeat it.
    private static final Duration QUIET = Duration.ofSeconds(10);

    private static final String NO_THREAD =
            "this host gave the harness itself no further thread, so nothing was learnt about the server."
                    + " Hint: compare kernel.threads-max, kernel.pid_max, pids.max of the cgroup and ulimit -u with what runs here";

    private final RunRequest request;
    private final RunFolder folder;
    private final Agents agents;
    private final HostFacts facts;
    private final RunClock clock;
    private final ServerSession.Source servers;
    private final ServerLauncher launcher;
    private final boolean forks;
    private final Optional<Duration> timeLimit;
    private final RunStatus status;
    private final Reporting reporting;
    private final RampListener listener;
    private NullMeasurement lastNullMeasurement = NullMeasurement.NONE;
    private long lastNullNanos;

    /** Creates a measurer that forks the servers of every scenario. */
    public ScenarioMeasurer(Run.Context context) {
        this(context, new RunClock(), Optional.empty(), null);
    }

    /**
     * Creates a measurer of servers from another source.
     *
     * @param timeLimit time limit of one scenario; empty for none
     * @param given source of the servers; null to fork them
     */
    public ScenarioMeasurer(
            Run.Context context, RunClock clock, Optional<Duration> timeLimit, ServerSession.@Nullable Source given) {
        this.clock = clock;
        this.timeLimit = timeLimit;
        this.launcher = context.launcher();
        this.servers = given == null ? context.forked(launcher) : given;
        this.forks = given == null && context.request().hosts().isEmpty();
        this.request = context.request();
        this.folder = context.folder();
        this.agents = context.agents();
        this.facts = context.facts();
        this.status = context.status();
        this.reporting = context.reporting();
        this.listener = listener(context);
    }

    private static RampListener listener(Run.Context context) {
        return new RampListener() {
            @Override
            public void note(String words) {
                Progress.note(context.out(), context.terminal(), words);
            }

            @Override
            public void stepBegins(int connections) {
                context.status().beginStep(connections);
            }

            @Override
            public void stepPassed(int connections) {
                context.status().passed(connections);
            }
        };
    }

    private Optional<String> skipReason(Scenario scenario) {
        Optional<String> senseless = Scenarios.noRamp(scenario);
        return senseless.isPresent() || !forks
                ? senseless
                : new ServerFiles(request.folders().home()).whyUnavailable(scenario);
    }

    /** Measures a scenario and blocks until its ceiling is known. Its row is on the disk on return. */
    public ScenarioResult measure(Scenario scenario) throws InterruptedException {
        Optional<String> skip = skipReason(scenario);
        if (skip.isEmpty()) {
            reporting.writeInterim(folder);
            status.beginScenario(scenario);
        }
        if (forks && skip.isEmpty()) {
            launcher.prepare(scenario);
        }
        Instant start = Instant.now();
        NullMeasurement before = skip.isPresent() ? NullMeasurement.NONE : nullMeasurement();
        Set<String> warnings = new LinkedHashSet<>(facts.otherRuns().warnings());
        ScenarioRun.MeasuredScenario measured =
                skip.isPresent() ? emptyResult(scenario, new Verdict.Skipped(skip.get()), 0) : measureServer(scenario);
        warnings.addAll(facts.otherRuns().warnings());
        measured.servers().stream()
                .map(StartedServer::unreportedOptions)
                .filter(options -> !options.isEmpty())
                .findFirst()
                .ifPresent(options -> listener.note(
                        "not read back, since nothing in the server reports it: " + String.join(", ", options)));
        ScenarioResult result =
                withWarnings(before, warnings, measured.result()).with(measureExtras(scenario, measured));
        if (!measured.histograms().isEmpty()) {
            folder.writeHistograms(scenario, start, measured.histograms());
        }
        if (measured.threads().dumps() > 0) {
            folder.writeThreads(scenario, measured.threads());
        }
        folder.appendInstances(scenario, result.steps(), measured.costs());
        folder.append(result, measured.servers());
        return result;
    }

    private NullMeasurement nullMeasurement() {
        boolean quiet = lastNullMeasurement.isTaken()
                && Noise.warning(lastNullMeasurement, request.ramp().slo()).isEmpty();
        if (!quiet || clock.nanoTime() - lastNullNanos > QUIET.toNanos()) {
            NullMeter meter = new NullMeter(facts.host()::reading, facts.host()::runnable, clock);
            Duration time = request.ramp().nullTime();
            // Whatever started the run may still be busy before its first row.
            lastNullMeasurement = forks && folder.finished().isEmpty()
                    ? meter.measureWhenQuiet(time, listener::note)
                    : meter.measure(time);
            lastNullNanos = clock.nanoTime();
        }
        return lastNullMeasurement;
    }

    // Runs the measurements that extensions add after the ramp. The ramp does not include their samples.
    private ExtensionResults measureExtras(Scenario scenario, ScenarioRun.MeasuredScenario measured)
            throws InterruptedException {
        ExtensionResults all =
                MixResults.of(String.valueOf(folder.path().getFileName()), measured.result(), measured.histograms());
        for (AfterRow after : request.extras(AfterRow.class).toList()) {
            all = all.and(after.measure(new AfterRow.EndedRamp(
                    String.valueOf(folder.path().getFileName()),
                    scenario,
                    request.ramp(),
                    measured.result().verdict(),
                    agents::fleet,
                    one -> servers.of(one, sample -> {}, clock.nanoTime()),
                    facts,
                    clock)));
        }
        return all;
    }

    private ScenarioResult withWarnings(NullMeasurement before, Set<String> others, ScenarioResult result) {
        Duration slo = request.ramp().slo();
        List<String> warnings = Stream.of(
                        Noise.warning(before, slo).stream(),
                        others.stream(),
                        result.answerLengthWarning().stream(),
                        result.notes().warnings().stream())
                .flatMap(each -> each)
                .toList();
        return result.withNotes(before, warnings, Noise.lowerConfidence(result.verdict(), before, slo));
    }

    /** Writes an {@code invalid} row for a scenario that failed to run. Its row is on the disk on return. */
    public ScenarioResult cannot(Scenario scenario, String why) {
        return withoutMeasurement(scenario, new Verdict.Invalid(0, LimitingFactor.UNKNOWN, why));
    }

    /** Writes a {@code skipped} row for a scenario that makes no sense here. Its row is on the disk on return. */
    public ScenarioResult skip(Scenario scenario, String why) {
        return withoutMeasurement(scenario, new Verdict.Skipped(why));
    }

    private ScenarioResult withoutMeasurement(Scenario scenario, Verdict verdict) {
        ScenarioRun.MeasuredScenario nothing = emptyResult(scenario, verdict, 0);
        folder.append(nothing.result(), nothing.servers());
        return nothing.result();
    }

    /**
     * Returns true if the scenario was measured or deliberately skipped: an {@code invalid} row says nothing about the
     * server, however many steps it has.
     */
    public static boolean done(ScenarioResult result) {
        return !(result.verdict() instanceof Verdict.Invalid);
    }

    private ScenarioRun.MeasuredScenario measureServer(Scenario scenario) throws InterruptedException {
        long startNanos = clock.nanoTime();
        ServerSession.Starter starter = servers.of(scenario, sample -> sampled(scenario, sample), startNanos);
        try {
            StopReasons stopReasons = facts.stopReasons(request.ramp().memoryFloorBytes(), clock, timeLimit);
            return new ScenarioRun(scenario, request.ramp(), agents::fleet, starter, clock, stopReasons, listener)
                    .run();
        } catch (ServerStartException | ScenarioNotRunException e) {
            return failureResult(scenario, e, startNanos);
        } catch (AgentFailedException e) {
            agents.close();
            Verdict verdict = BoundedShutdownTask.isShutdown()
                    ? verdictOfStop(e.passed())
                    : Verdicts.agentFailed(e.passed(), String.valueOf(e.getMessage()));
            return emptyResult(scenario, verdict, clock.nanoTime() - startNanos);
        } catch (LinkException e) {
            agents.close();
            return BoundedShutdownTask.isShutdown()
                    ? emptyResult(scenario, verdictOfStop(0), clock.nanoTime() - startNanos)
                    : failureResult(scenario, e, startNanos);
        } catch (IllegalArgumentException | IllegalStateException | UncheckedIOException e) {
            // An unexpected error in one scenario must not cost the others.
            return emptyResult(scenario, unexpected(scenario, e), clock.nanoTime() - startNanos);
        } catch (OutOfMemoryError e) {
            if (!isOfAThread(e)) {
                throw e;
            }
            return failureResult(scenario, new ScenarioNotRunException(NO_THREAD), startNanos);
        }
    }

    private static Verdict verdictOfStop(int passed) {
        return new Verdict.Invalid(passed, LimitingFactor.UNKNOWN, "the run was stopped (Ctrl-C or SIGTERM)");
    }

    private void sampled(Scenario scenario, Sample sample) {
        folder.appendSample(scenario, sample);
        status.read(sample);
    }

    // Recognises the failure to create a thread by the JVM's message; the heap is intact then, so the harness can go
    // on.
    private static boolean isOfAThread(OutOfMemoryError error) {
        return String.valueOf(error.getMessage()).contains("native thread");
    }

    private Verdict unexpected(Scenario scenario, RuntimeException why) {
        Path file = folder.details().resolve("error-" + scenario.name() + ".txt");
        StringWriter trace = new StringWriter();
        why.printStackTrace(new PrintWriter(trace, true));
        String words = "unexpected error: " + why;
        try {
            Files.writeString(file, trace.toString());
            words += "; stack trace in " + file.getFileName();
        } catch (IOException e) {
            // The row has the message of the error; only the stack trace is lost.
        }
        return new Verdict.Invalid(0, LimitingFactor.UNKNOWN, words);
    }

    private ScenarioRun.MeasuredScenario failureResult(Scenario scenario, RuntimeException why, long startNanos) {
        String words = String.valueOf(why.getMessage());
        Verdict verdict = why instanceof ScenarioNotRunException state && state.factor() == LimitingFactor.SERVER_STUCK
                ? new Verdict.AtLeast(0, Optional.of(state.factor()), words)
                : new Verdict.Invalid(0, LimitingFactor.UNKNOWN, words);
        return emptyResult(scenario, verdict, clock.nanoTime() - startNanos);
    }

    private static ScenarioRun.MeasuredScenario emptyResult(Scenario scenario, Verdict verdict, long durationNanos) {
        return new ScenarioRun.MeasuredScenario(
                new ScenarioResult(scenario, null, verdict, List.of(), CostPerConnection.NONE, durationNanos),
                List.of(),
                List.of(),
                List.of());
    }
}
