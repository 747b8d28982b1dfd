package io.ceiling.harness.run.external;

import io.ceiling.harness.model.Scenario;
import io.ceiling.harness.model.ScenarioResult;
import io.ceiling.harness.model.Target;
import io.ceiling.harness.probe.TargetProbe;
import io.ceiling.harness.run.Run;
import io.ceiling.harness.run.benchmark.BenchmarkRunner;
import io.ceiling.harness.run.benchmark.ScenarioMeasurer;
import io.ceiling.harness.run.control.ControlConnection;
import io.ceiling.harness.run.session.Waiting;
import io.ceiling.load.link.LinkException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Ramps a server that the harness did not start, and leaves it as it was. */
public final class ProbeRunner {

    private final Run run;

    public ProbeRunner(Run run) {
        this.run = run;
    }

    /**
     * Blocks until every workload has its row. On return all connections are closed.
     *
     * @return the exit code
     * @throws ExternalServerException if the server cannot be measured at all; no folder is created then
     */
    public int run(ProbeRequest request) throws InterruptedException {
        ExternalCheck.requireListening(request.target());
        if (request.load().custom().isEmpty()) {
            ExternalCheck.requireWebApplication(request.target());
        }
        try (TargetProbe probe = TargetProbe.open(request.target(), request.pid(), request.jmx())) {
            tell(probe.target());
            return measure(request, probe);
        } catch (IOException e) {
            throw new ExternalServerException(
                    "%s: %s".formatted(request.target().endpoint().url(), e.getMessage()));
        }
    }

    private void tell(Target target) {
        run.out()
                .println("%s: %s%s%s"
                        .formatted(
                                target.endpoint().url(),
                                target.software().container().isEmpty()
                                        ? "a server"
                                        : target.software().container() + " "
                                                + target.software().containerVersion(),
                                target.pid().isPresent()
                                        ? ", pid " + target.pid().getAsLong()
                                        : "",
                                target.software().jdk().isEmpty()
                                        ? ""
                                        : ", JDK " + target.software().jdk()));
        target.blindSpots().forEach(blind -> run.out().println("not seen: " + blind));
        if (target.endpoint().unchecked()) {
            run.out().println("certificate: not checked (--insecure)");
        }
    }

    private int measure(ProbeRequest request, TargetProbe probe) throws InterruptedException {
        Target target = probe.target();
        List<Scenario> scenarios = ExternalScenarios.of(
                request, target, probe.server().reading(), run.facts().limits().nofileHard());
        request.run().expectations().warnings(scenarios).forEach(run.out()::println);
        return run.measure(request.run().withScenarios(scenarios), context -> {
            context.folder().writeTarget(target);
            Waiting waiting = new Waiting();
            boolean allMeasured;
            try (ControlConnection control = new ControlConnection(target)) {
                ReleaseAtExit atExit = new ReleaseAtExit(control, request.load().workloads());
                ExternalServers servers =
                        new ExternalServers(probe, control, context.agents()::fleet, context.facts(), waiting);
                ScenarioMeasurer measurer =
                        new ScenarioMeasurer(context, waiting, Optional.of(request.timeLimit()), servers::of);
                try {
                    allMeasured = BenchmarkRunner.measureAll(context, scenario -> measure(scenario, measurer));
                    leave(servers, scenarios);
                } finally {
                    atExit.close();
                }
            }
            return context.ended(allMeasured);
        });
    }

    private static ScenarioResult measure(Scenario scenario, ScenarioMeasurer measurer) throws InterruptedException {
        Optional<String> skip = whyNot(scenario);
        return skip.isPresent() ? measurer.skip(scenario, skip.get()) : measurer.measure(scenario);
    }

    /**
     * Makes the server release what it holds: in a server that is not stopped, held responses outlive their clients.
     */
    private void leave(ExternalServers servers, List<Scenario> scenarios) throws InterruptedException {
        try {
            servers.letGo(scenarios.get(scenarios.size() - 1));
        } catch (ExternalServerException e) {
            run.out().println("warning: " + e.getMessage());
        } catch (LinkException e) {
            // An agent that is gone has no connections.
        }
    }

    private static Optional<String> whyNot(Scenario scenario) {
        return scenario.workload().isRecursive()
                ? ExternalCheck.whyNoRecursion(scenario.target().orElseThrow())
                : Optional.empty();
    }
}
