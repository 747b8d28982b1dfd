package io.ceiling.harness.run;

import io.ceiling.harness.fleet.Fleet;
import io.ceiling.harness.model.CostPerConnection;
import io.ceiling.harness.model.Evidence;
import io.ceiling.harness.model.LimitingFactor;
import io.ceiling.harness.model.RampSettings;
import io.ceiling.harness.model.Scenario;
import io.ceiling.harness.model.ScenarioResult;
import io.ceiling.harness.model.Step;
import io.ceiling.harness.model.Verdict;
import io.ceiling.harness.verdict.Attribution;
import io.ceiling.harness.verdict.CostAnalyst;
import io.ceiling.harness.verdict.LimitAnalyst;
import io.ceiling.harness.verdict.Verdicts;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Measures one scenario: server, ramp or recursion, verdict. */
final class ScenarioRun {

    private final Scenario scenario;
    private final RampSettings ramp;
    private final Supplier<Fleet> fleet;
    private final ServerSession.Starter servers;
    private final HostFacts facts;
    private final Waiting waiting;

    /** @param fleet only asked for by the workloads that need load agents */
    ScenarioRun(
            Scenario scenario,
            RampSettings ramp,
            Supplier<Fleet> fleet,
            ServerSession.Starter servers,
            HostFacts facts,
            Waiting waiting) {
        this.scenario = scenario;
        this.ramp = ramp;
        this.fleet = fleet;
        this.servers = servers;
        this.facts = facts;
        this.waiting = waiting;
    }

    /** A result, how its server was started, and the histograms of its connections (none for recursion). */
    record Measured(ScenarioResult result, List<String> serverCommand, Map<String, List<String>> histograms) {}

    /** Blocks until the verdict is known; no server is left running. */
    Measured run() throws InterruptedException {
        long startNanos = waiting.nanoTime();
        return scenario.workload().isRecursive() ? recursion(startNanos) : held(startNanos);
    }

    private Measured held(long startNanos) throws InterruptedException {
        StopReasons stopReasons = new StopReasons(facts.host()::reading, ramp.memoryFloorBytes());
        HeldRamp.Outcome outcome = new HeldRamp(scenario, ramp, fleet.get(), servers, waiting, stopReasons).run();
        return measured(
                outcome.first(),
                verdict(outcome),
                outcome.steps(),
                CostAnalyst.ofSteps(Optional.empty(), outcome.unspoilt()),
                startNanos,
                outcome.histograms());
    }

    private Verdict verdict(HeldRamp.Outcome outcome) {
        int ceiling = outcome.done().ceiling();
        if (outcome.done().firstFailure().isEmpty()) {
            return outcome.stoppedBy()
                    .<Verdict>map(why -> new Verdict.AtLeast(ceiling, why))
                    .orElseGet(() -> Verdicts.capMet(ceiling));
        }
        return Verdicts.failed(ceiling, outcome.done().firstFailure().getAsInt(), attribution(outcome.failures()));
    }

    /**
     * The limit that explains the failure next to the ceiling; where that one alone says nothing, the nearest failure above
     * that does, since a limit shows more clearly the further it is exceeded.
     */
    private static Attribution attribution(List<Evidence> failures) {
        List<Attribution> attributions = failures.stream()
                .sorted(Comparator.comparingInt(evidence -> evidence.failed().target()))
                .map(LimitAnalyst::analyse)
                .toList();
        return attributions.stream()
                .filter(attribution -> attribution.factor() != LimitingFactor.UNKNOWN)
                .findFirst()
                .orElse(attributions.get(0));
    }

    private Measured recursion(long startNanos) throws InterruptedException {
        try (ServerSession session = servers.start(1)) {
            StopReasons stopReasons = new StopReasons(facts.host()::reading, ramp.memoryFloorBytes());
            RecursiveRequest request = new RecursiveRequest(session.started().running(), scenario, ramp);
            RecursionRun.Outcome outcome = new RecursionRun(
                            ramp,
                            session.recorder(),
                            waiting,
                            session::deepestLevel,
                            () -> session.exitCode().isPresent()
                                    || stopReasons.now().isPresent())
                    .run(request.send(), scenario.capConnections());
            return measured(
                    session.started(),
                    verdict(session, outcome, stopReasons),
                    List.of(outcome.step()),
                    CostAnalyst.ofRecursion(outcome.points()),
                    startNanos,
                    Map.of());
        }
    }

    private static Verdict verdict(ServerSession session, RecursionRun.Outcome outcome, StopReasons stopReasons) {
        if (outcome.step().passed()) {
            return Verdicts.capMet(outcome.deepest());
        }
        Optional<String> stopped = stopReasons.now();
        if (stopped.isPresent()) {
            return new Verdict.AtLeast(outcome.deepest(), stopped.get());
        }
        Evidence evidence = session.evidence(outcome.step().before(), outcome.step(), outcome.answer());
        return Verdicts.failed(outcome.deepest(), outcome.deepest() + 1, LimitAnalyst.analyse(evidence));
    }

    private Measured measured(
            ServerSession.Started started,
            Verdict verdict,
            List<Step> steps,
            CostPerConnection cost,
            long startNanos,
            Map<String, List<String>> histograms) {
        return new Measured(
                new ScenarioResult(scenario, started.running(), verdict, steps, cost, waiting.nanoTime() - startNanos),
                started.command(),
                histograms);
    }
}
