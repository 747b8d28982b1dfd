package io.ceiling.harness.engine.ramp;

import io.ceiling.harness.engine.session.RunClock;
import io.ceiling.harness.engine.session.ServerSession;
import io.ceiling.harness.engine.session.StopReasons;
import io.ceiling.harness.estimate.WarmUpSize;
import io.ceiling.harness.fleet.Fleet;
import io.ceiling.harness.reading.IntervalHistograms;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.reading.ThreadPools;
import io.ceiling.harness.result.Evidence;
import io.ceiling.harness.result.ScenarioNotes;
import io.ceiling.harness.result.ScenarioResult;
import io.ceiling.harness.result.StartedServer;
import io.ceiling.harness.result.Step;
import io.ceiling.harness.result.Verdict;
import io.ceiling.harness.scenario.Phase;
import io.ceiling.harness.scenario.RampSettings;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.stats.CostPerConnection;
import io.ceiling.harness.verdict.FailedStep;
import io.ceiling.harness.verdict.ramp.CostAnalyst;
import io.ceiling.harness.verdict.ramp.LongHold;
import io.ceiling.harness.verdict.ramp.RampOutcome;
import io.ceiling.harness.verdict.ramp.Verdicts;
import io.ceiling.load.link.LinkException;
import io.ceiling.load.report.AgentProcess;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Measures one scenario: starts the server, runs the ramp or the recursion, and gives the verdict. An instance is used
 * for one run.
 */
public final class ScenarioRun {

    private final Scenario scenario;
    private final RampSettings ramp;
    private final Supplier<Fleet> fleet;
    private final ServerSession.Starter servers;
    private final RunClock clock;
    private final StopReasons stopReasons;
    private final EffortMeter meter;
    private final RampListener listener;

    /**
     * Creates the run of one scenario.
     *
     * @param fleet supplies the load agents; called only for workloads that need them
     * @param stopReasons reasons to end the scenario although nothing has failed, whose time limit has begun
     * @param listener receives the course of the ramp
     */
    public ScenarioRun(
            Scenario scenario,
            RampSettings ramp,
            Supplier<Fleet> fleet,
            ServerSession.Starter servers,
            RunClock clock,
            StopReasons stopReasons,
            RampListener listener) {
        this.listener = listener;
        this.stopReasons = stopReasons;
        this.scenario = scenario;
        this.ramp = ramp;
        this.fleet = fleet;
        this.servers = servers;
        this.clock = clock;
        this.meter = new EffortMeter(clock::nanoTime);
    }

    /**
     * The result of a scenario with the data for its files.
     *
     * @param result the row of the scenario
     * @param servers the first server, or all instances that were started first; none if the harness started none
     * @param histograms histograms of each step; none for a recursion
     * @param costs cost of a connection to each of several servers; none for a single server, or a recursion
     * @param threads where the threads of the server were after the failure next to the ceiling
     */
    public record MeasuredScenario(
            ScenarioResult result,
            List<StartedServer> servers,
            List<IntervalHistograms> histograms,
            List<CostPerConnection> costs,
            ThreadPools threads) {

        /** Creates the result of a scenario without a thread dump. */
        public MeasuredScenario(
                ScenarioResult result,
                List<StartedServer> servers,
                List<IntervalHistograms> histograms,
                List<CostPerConnection> costs) {
            this(result, servers, histograms, costs, ThreadPools.notSeen("no step failed"));
        }

        private MeasuredScenario with(
                List<CostPerConnection> ofInstances, ThreadPools atTheLimit, List<String> warnings) {
            return new MeasuredScenario(result.withWarnings(warnings), servers, histograms, ofInstances, atTheLimit);
        }
    }

    /** Measures the scenario and blocks until the verdict is known. No server is left running. */
    public MeasuredScenario run() throws InterruptedException {
        long startNanos = clock.nanoTime();
        return scenario.workload().isRecursive() ? recursion(startNanos) : runHeldRamp(startNanos);
    }

    private MeasuredScenario runHeldRamp(long startNanos) throws InterruptedException {
        Load load = new Load(scenario, ramp, fleet.get(), clock, stopReasons);
        Fleet agents = load.fleet();
        AgentProcess agentsBefore = agents.counts().process();
        HeldRamp held = new HeldRamp(load, servers, meter, listener);
        RampOutcome outcome = held.run();
        return measuredScenario(
                        held.firstServers().stream()
                                .map(ServerSession.ReadyServer::server)
                                .toList(),
                        Verdicts.withNote(
                                held.slo(),
                                new LongHold(scenario, ramp, held.longHoldSteps(), outcome.failures())
                                        .with(Verdicts.of(outcome, scenario, ramp))),
                        outcome.steps(),
                        CostAnalyst.ofSteps(outcome.steps()),
                        startNanos,
                        held.histograms(),
                        agentsCpuSince(agents, agentsBefore))
                .with(costs(outcome.steps()), threads(outcome.failures()), held.inCost());
    }

    private static ThreadPools threads(List<FailedStep> failures) {
        return failures.stream()
                .map(failure -> failure.evidence().serverTraces().threads())
                .findFirst()
                .orElseGet(() -> ThreadPools.notSeen("no step failed"));
    }

    // Returns the cost of a connection to each of several servers; none for a single one.
    private List<CostPerConnection> costs(List<Step> steps) {
        int count = scenario.instances();
        return IntStream.range(0, count == 1 ? 0 : count)
                .mapToObj(i -> CostAnalyst.ofSteps(steps.stream()
                        .filter(Step::costPoint)
                        .map(step -> step.ofInstance(i, count))
                        .toList()))
                .toList();
    }

    private static Observation agentsCpuSince(Fleet agents, AgentProcess before) {
        try {
            return Observation.ofNegativeNotSeen(
                    agents.counts().process().since(before).cpuNanos());
        } catch (LinkException e) {
            // A lost agent does not spoil what was measured before; only the processor time of the agents is unknown.
            return Observation.NOT_SEEN;
        }
    }

    private MeasuredScenario recursion(long startNanos) throws InterruptedException {
        RampSettings patient = ramp.forInstances(scenario.instances());
        meter.enter(Phase.START);
        ServerSession session = servers.start(1);
        RecursionRun.RecursionResult outcome;
        Verdict verdict;
        try (RecursiveRequest request =
                new RecursiveRequest(session.started().server(), scenario, patient, scenario.capConnections())) {
            warm(session, patient);
            outcome = new RecursionRun(
                            patient,
                            session.recorder(),
                            clock,
                            session::deepestLevel,
                            () -> stopReasons.mustStop(session),
                            meter)
                    .run(request::send, scenario.capConnections());
            meter.enter(Phase.RECOVER);
            verdict = verdict(session, outcome);
        } finally {
            meter.end(session);
        }
        return measuredScenario(
                session.all().stream().map(ServerSession.ReadyServer::server).toList(),
                verdict,
                List.of(outcome.step()),
                CostAnalyst.ofRecursion(outcome.points()),
                startNanos,
                List.of(),
                Observation.of(0));
    }

    // Warms the server with short recursions that go round a ring several times.
    private void warm(ServerSession session, RampSettings patient) throws InterruptedException {
        meter.enter(Phase.WARM_UP);
        WarmUpRunner warming = new WarmUpRunner(ramp.slo(), clock, () -> stopReasons.mustStop(session));
        int levels = WarmUpSize.of(
                scenario, session.started().limits(), session.started().baseline());
        meter.addWarmUp(
                1, warming.run(session, new RecursiveWarmUp(scenario, patient, session, clock), levels, levels));
        meter.leave();
    }

    private Verdict verdict(ServerSession session, RecursionRun.RecursionResult outcome) {
        if (outcome.step().passed()) {
            return Verdicts.capReached(outcome.deepest());
        }
        Optional<String> stopped = stopReasons.currentReason();
        if (stopped.isPresent()) {
            return new Verdict.AtLeast(outcome.deepest(), stopReasons.factor(), stopped.get());
        }
        Sample lastPassed = outcome.points().isEmpty()
                ? outcome.step().before()
                : outcome.points().get(outcome.points().size() - 1);
        List<Evidence> servers = session.evidence(lastPassed, outcome.step(), outcome.answer());
        return Verdicts.ofRecursion(servers, outcome.deepest(), meter.warmUp());
    }

    private MeasuredScenario measuredScenario(
            List<StartedServer> started,
            Verdict verdict,
            List<Step> steps,
            CostPerConnection cost,
            long startNanos,
            List<IntervalHistograms> histograms,
            Observation agentsCpuNanos) {
        boolean ours = !scenario.isExternal();
        return new MeasuredScenario(
                new ScenarioResult(
                        scenario,
                        ours ? started.get(0).running() : null,
                        verdict,
                        steps,
                        cost,
                        clock.nanoTime() - startNanos,
                        ScenarioNotes.of(meter.effort(agentsCpuNanos))),
                ours ? started : List.of(),
                histograms,
                List.of());
    }
}
