package io.ceiling.harness.run;

import io.ceiling.harness.model.Environment;
import io.ceiling.harness.model.Jdk;
import io.ceiling.harness.model.Scenario;
import io.ceiling.harness.model.ScenarioResult;
import io.ceiling.harness.model.Target;
import io.ceiling.harness.probe.EnvironmentProbe;
import io.ceiling.harness.probe.TargetProbe;
import io.ceiling.harness.report.ConsoleTable;
import io.ceiling.harness.report.MessagesTable;
import io.ceiling.harness.report.Progress;
import io.ceiling.harness.report.RunFolder;
import io.ceiling.load.link.LinkException;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/** Ramps a server that the harness did not start, and leaves it as it was. */
public final class ProbeRunner {

    private final HostFacts facts;
    private final Environment environment;
    private final PrintStream out;
    private final boolean terminal;

    private ProbeRunner(HostFacts facts, Environment environment, PrintStream out, boolean terminal) {
        this.facts = facts;
        this.environment = environment;
        this.out = out;
        this.terminal = terminal;
    }

    /** Reads this host and this project once; {@code jdks} are the ones that were found. */
    public static ProbeRunner onThisHost(ProbeRequest request, List<Jdk> jdks, PrintStream out, boolean terminal) {
        Environment environment = new EnvironmentProbe(Clock.systemUTC())
                .read(request.run().folders().home(), jdks, request.run().commandLine());
        return new ProbeRunner(HostFacts.ofThisHost(), environment, out, terminal);
    }

    /**
     * Blocks until every workload has its row; on return all connections are closed.
     *
     * @return the exit code
     * @throws TargetException if the server cannot be asked at all; then there is no folder
     */
    public int run(ProbeRequest request) throws InterruptedException {
        TargetCheck.requireListening(request.target());
        if (request.load().custom().isEmpty()) {
            TargetCheck.requireWebApplication(request.target());
        }
        try (TargetProbe probe = TargetProbe.open(request.target(), request.pid(), request.jmx())) {
            tell(probe.target());
            return measure(request, probe);
        } catch (IOException e) {
            throw new TargetException(
                    "%s: %s".formatted(request.target().endpoint().url(), e.getMessage()));
        }
    }

    private void tell(Target target) {
        out.println("%s: %s%s%s"
                .formatted(
                        target.endpoint().url(),
                        target.software().container().isEmpty()
                                ? "a server"
                                : target.software().container() + " "
                                        + target.software().containerVersion(),
                        target.pid().isPresent() ? ", pid " + target.pid().getAsLong() : "",
                        target.software().jdk().isEmpty()
                                ? ""
                                : ", JDK " + target.software().jdk()));
        target.blindSpots().forEach(blind -> out.println("not seen: " + blind));
        facts.host().blindSpots().forEach(blind -> out.println("not seen here: " + blind));
        if (target.endpoint().unchecked()) {
            out.println("certificate: not checked (--insecure)");
        }
    }

    private int measure(ProbeRequest request, TargetProbe probe) throws InterruptedException {
        Target target = probe.target();
        List<Scenario> scenarios = TargetScenarios.of(
                request, target, probe.server().reading(), facts.limits().nofileHard());
        request.run().expectations().warnings(scenarios).forEach(out::println);
        RunRequest run = request.run().withScenarios(scenarios);
        try (Reporting reporting = new Reporting(out);
                RunFolder folder = reporting.of(
                        RunFolder.create(run.folders().results(), run.folders().name(), Clock.systemUTC()));
                Agents agents = new Agents(run, facts.limits(), folder.path());
                ControlConnection control = new ControlConnection(target)) {
            folder.writeEnvironment(environment, run.ramp());
            folder.writeTarget(target);
            Waiting waiting = new Waiting();
            TargetServers servers = new TargetServers(probe, control, agents::fleet, facts, waiting);
            ReleaseAtExit atExit = new ReleaseAtExit(control, request.load().workloads());
            boolean allMeasured;
            try {
                allMeasured = measureAll(
                        run,
                        new Measuring(
                                run, folder, agents, facts, waiting, Optional.of(request.timeLimit()), servers::of));
                leave(servers, scenarios);
            } finally {
                atExit.close();
            }
            MessagesTable.lines(folder.path().resolve("steps.csv")).forEach(out::println);
            ConsoleTable.lines(folder.rows(), folder.path()).forEach(out::println);
            return BenchmarkRunner.exitCode(request.run().expectations().areKeptBy(folder, out), allMeasured);
        }
    }

    /** Held responses outlive their clients in a server that is not stopped. */
    private void leave(TargetServers servers, List<Scenario> scenarios) throws InterruptedException {
        try {
            servers.letGo(scenarios.get(scenarios.size() - 1));
        } catch (TargetException e) {
            out.println("warning: " + e.getMessage());
        } catch (LinkException e) {
            // An agent that is gone has no connections.
        }
    }

    private static Optional<String> whyNot(Scenario scenario) {
        return scenario.workload().isRecursive()
                ? TargetCheck.whyNoRecursion(scenario.target().orElseThrow())
                : Optional.empty();
    }

    private boolean measureAll(RunRequest run, Measuring measuring) throws InterruptedException {
        boolean allMeasured = true;
        try (Progress progress = new Progress(out, run.scenarios(), 0, terminal, run.verbose())) {
            for (Scenario scenario : run.scenarios()) {
                progress.started(scenario);
                Optional<String> skip = whyNot(scenario);
                ScenarioResult result =
                        skip.isPresent() ? measuring.skip(scenario, skip.get()) : measuring.measure(scenario);
                progress.finished(result);
                allMeasured &= Measuring.done(result);
            }
        }
        return allMeasured;
    }
}
