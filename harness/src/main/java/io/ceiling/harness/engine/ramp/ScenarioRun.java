package io.ceiling.harness.engine.ramp;

import io.ceiling.harness.engine.session.HostFacts;
import io.ceiling.harness.engine.session.RunClock;
import io.ceiling.harness.engine.session.ServerSession;
import io.ceiling.harness.engine.session.StopReasons;
import io.ceiling.harness.fleet.Fleet;
import io.ceiling.harness.forecast.Forecast;
import io.ceiling.harness.forecast.WarmUpSize;
import io.ceiling.harness.reading.HostLimits;
import io.ceiling.harness.reading.IntervalHistograms;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.reading.Seen;
import io.ceiling.harness.reading.ThreadPools;
import io.ceiling.harness.result.Evidence;
import io.ceiling.harness.result.ScenarioNotes;
import io.ceiling.harness.result.ScenarioResult;
import io.ceiling.harness.result.StartedServer;
import io.ceiling.harness.result.Step;
import io.ceiling.harness.result.Verdict;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.scenario.Phase;
import io.ceiling.harness.scenario.RampSettings;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.stats.CostPerConnection;
import io.ceiling.harness.verdict.Attribution;
import io.ceiling.harness.verdict.IdleTimeout;
import io.ceiling.harness.verdict.LimitAnalyst;
import io.ceiling.harness.verdict.RateLimits;
import io.ceiling.harness.verdict.ramp.CostAnalyst;
import io.ceiling.harness.verdict.ramp.LongHold;
import io.ceiling.harness.verdict.ramp.MoreInstances;
import io.ceiling.harness.verdict.ramp.RampState;
import io.ceiling.harness.verdict.ramp.RingAnalyst;
import io.ceiling.harness.verdict.ramp.Verdicts;
import io.ceiling.load.link.LinkException;
import io.ceiling.load.report.AgentProcess;
import java.time.Duration;
import java.util.Comparator;
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
    private final HostFacts facts;
    private final RunClock clock;
    private final Optional<Duration> timeLimit;
    private final EffortMeter meter;
    private final RampListener listener;

    /**
     * Creates the run of one scenario.
     *
     * @param fleet supplies the load agents; called only for workloads that need them
     * @param timeLimit time limit of the whole scenario; empty for none
     * @param listener receives the course of the ramp
     */
    public ScenarioRun(
            Scenario scenario,
            RampSettings ramp,
            Supplier<Fleet> fleet,
            ServerSession.Starter servers,
            HostFacts facts,
            RunClock clock,
            Optional<Duration> timeLimit,
            RampListener listener) {
        this.listener = listener;
        this.timeLimit = timeLimit;
        this.scenario = scenario;
        this.ramp = ramp;
        this.fleet = fleet;
        this.servers = servers;
        this.facts = facts;
        this.clock = clock;
        this.meter = new EffortMeter(clock::nanoTime);
    }

    /**
     * The result of a scenario with the data for its files.
     *
     * @param result the row of the scenario
     * @param servers the first server, or the first of all instances; none if the server was not started by the harness
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

        /** Creates the result of a scenario that no thread dump was taken of. */
        public MeasuredScenario(
                ScenarioResult result,
                List<StartedServer> servers,
                List<IntervalHistograms> histograms,
                List<CostPerConnection> costs) {
            this(result, servers, histograms, costs, ThreadPools.notSeen("no step failed"));
        }

        private MeasuredScenario with(
                List<CostPerConnection> ofInstances, ThreadPools atTheLimit, List<String> warnings) {
            return new MeasuredScenario(result.warned(warnings), servers, histograms, ofInstances, atTheLimit);
        }
    }

    /** Measures the scenario and blocks until the verdict is known. No server is left running. */
    public MeasuredScenario run() throws InterruptedException {
        long startNanos = clock.nanoTime();
        return scenario.workload().isRecursive() ? recursion(startNanos) : held(startNanos);
    }

    private MeasuredScenario held(long startNanos) throws InterruptedException {
        StopReasons stopReasons = stopReasons();
        Load load = new Load(scenario, ramp, fleet.get(), clock, stopReasons);
        Fleet agents = load.fleet();
        AgentProcess agentsBefore = agents.counts().process();
        HeldRamp held = new HeldRamp(load, servers, meter, listener);
        HeldRamp.RampResult outcome = held.run();
        return measured(
                        outcome.first().stream()
                                .map(ServerSession.Started::server)
                                .toList(),
                        outcome.first().get(0).limits(),
                        Verdicts.within(
                                held.slo(),
                                new LongHold(scenario, ramp, held.heldLong(), outcome.failures())
                                        .with(verdict(outcome, stopReasons))),
                        outcome.steps(),
                        CostAnalyst.ofSteps(outcome.steps()),
                        startNanos,
                        outcome.histograms(),
                        agentsCpuSince(agents, agentsBefore))
                .with(costs(outcome.steps()), threads(outcome.failures()), held.inCost());
    }

    private static ThreadPools threads(List<Evidence> failures) {
        return upwards(failures).stream()
                .map(evidence -> evidence.process().threads())
                .findFirst()
                .orElseGet(() -> ThreadPools.notSeen("no step failed"));
    }

    /** Returns the cost of a connection to each of several servers; none for a single one. */
    private List<CostPerConnection> costs(List<Step> steps) {
        int count = scenario.instances();
        return IntStream.range(0, count == 1 ? 0 : count)
                .mapToObj(i -> CostAnalyst.ofSteps(steps.stream()
                        .filter(Step::costPoint)
                        .map(step -> step.ofInstance(i, count))
                        .toList()))
                .toList();
    }

    private static Seen agentsCpuSince(Fleet agents, AgentProcess before) {
        try {
            return Seen.ofNegativeNot(agents.counts().process().since(before).cpuNanos());
        } catch (LinkException e) {
            // A lost agent does not spoil what was measured before; only the processor time of the agents is unknown.
            return Seen.NOT;
        }
    }

    private StopReasons stopReasons() {
        return facts.stopReasons(ramp.memoryFloorBytes(), clock, timeLimit);
    }

    private Verdict verdict(HeldRamp.RampResult outcome, StopReasons stopReasons) {
        int ceiling = outcome.done().ceiling();
        if (outcome.stoppedBy().isPresent()) {
            return new Verdict.AtLeast(
                    ceiling, stopReasons.factor(), outcome.stoppedBy().get());
        }
        if (outcome.done().firstFailure().isEmpty()) {
            return outcome.gaveUp()
                    .<Verdict>map(why -> new Verdict.Invalid(ceiling, LimitingFactor.UNKNOWN, why))
                    .orElseGet(() -> Verdicts.capMet(ceiling));
        }
        List<Evidence> upwards = upwards(outcome.failures());
        Evidence deciding = upwards.get(0);
        Attribution attribution = withBlindSpots(
                IdleTimeout.confirmed(LimitAnalyst.analyse(upwards), upwards, outcome.control()), deciding.scenario());
        if (meter.isUnsteady(deciding.failed().server())
                && RampState.canPass(scenario, attribution.factor())
                && (LimitAnalyst.isOnlyLate(deciding) || attribution.factor() == LimitingFactor.MEMBERS_GIVEN_UP)) {
            return Verdicts.unsteady(ceiling, attribution, meter.warmUp().why());
        }
        if (attribution.factor() == LimitingFactor.SERVER_STUCK) {
            return Verdicts.stuck(ceiling, attribution);
        }
        if (RateLimits.endsRamp(attribution.factor(), deciding)) {
            int heldCalmly = deciding.process().diagnosis().pacing().held();
            return Verdicts.ofRate(Math.max(ceiling, heldCalmly), attribution);
        }
        if (attribution.factor() == LimitingFactor.ACCEPT_QUEUE) {
            double slowest = ramp.slower(RampState.MAX_HALVINGS).rates().opensPerSecond();
            return Verdicts.ofPace(ceiling, attribution, slowest);
        }
        int firstFailure = outcome.done().firstFailure().getAsInt();
        Optional<Verdict> lostPlaces = Verdicts.ofLostPlaces(outcome.steps(), firstFailure, attribution);
        if (lostPlaces.isPresent()) {
            return lostPlaces.get();
        }
        return outcome.gaveUp()
                .map(why -> Verdicts.notClosedIn(ceiling, firstFailure, attribution, why))
                .orElseGet(() ->
                        Verdicts.failed(ceiling, firstFailure, MoreInstances.offered(attribution, scenario, ceiling)));
    }

    /**
     * Adds the blind spots of the analysed server to the evidence: a reader of the named limit has to know which limits
     * could not be checked.
     */
    private static Attribution withBlindSpots(Attribution attribution, Scenario analysed) {
        return analysed.firstTarget()
                .map(target -> attribution.withEvidence(attribution.evidence() + target.notSeen()))
                .orElse(attribution);
    }

    static List<Evidence> upwards(List<Evidence> failures) {
        return failures.stream()
                .sorted(Comparator.comparingInt(evidence -> evidence.failed().target()))
                .toList();
    }

    private MeasuredScenario recursion(long startNanos) throws InterruptedException {
        RampSettings patient = ramp.forInstances(scenario.instances());
        StopReasons stopReasons = stopReasons();
        meter.enter(Phase.START);
        ServerSession session = servers.start(1);
        RecursionRun.RecursionResult outcome;
        Verdict verdict;
        try (RecursiveRequest request =
                new RecursiveRequest(session.started().server(), scenario, patient, scenario.capConnections())) {
            warm(session, patient, stopReasons);
            outcome = new RecursionRun(
                            patient,
                            session.recorder(),
                            clock,
                            session::deepestLevel,
                            () -> stopReasons.mustStop(session),
                            meter)
                    .run(request::send, scenario.capConnections());
            meter.enter(Phase.RECOVER);
            verdict = verdict(session, outcome, stopReasons);
        } finally {
            meter.end(session);
        }
        return measured(
                session.all().stream().map(ServerSession.Started::server).toList(),
                session.started().limits(),
                verdict,
                List.of(outcome.step()),
                CostAnalyst.ofRecursion(outcome.points()),
                startNanos,
                List.of(),
                Seen.of(0));
    }

    /** Warms the server with short recursions that go round a ring several times. */
    private void warm(ServerSession session, RampSettings patient, StopReasons stopReasons)
            throws InterruptedException {
        meter.enter(Phase.WARM_UP);
        Warming warming = new Warming(ramp.slo(), clock, () -> stopReasons.mustStop(session));
        int levels = WarmUpSize.of(
                scenario, session.started().limits(), session.started().baseline());
        meter.warmed(1, warming.warm(session, new RecursiveWarmUp(scenario, patient, session, clock), levels, levels));
        meter.leave();
    }

    private Verdict verdict(ServerSession session, RecursionRun.RecursionResult outcome, StopReasons stopReasons) {
        if (outcome.step().passed()) {
            return Verdicts.capMet(outcome.deepest());
        }
        Optional<String> stopped = stopReasons.now();
        if (stopped.isPresent()) {
            return new Verdict.AtLeast(outcome.deepest(), stopReasons.factor(), stopped.get());
        }
        Sample lastPassed = outcome.points().isEmpty()
                ? outcome.step().before()
                : outcome.points().get(outcome.points().size() - 1);
        List<Evidence> evidence = session.evidence(lastPassed, outcome.step(), outcome.answer());
        Attribution attribution = withBlindSpots(RingAnalyst.analyse(evidence, outcome.deepest()), scenario);
        return meter.warmUp().notSteady() > 0 && attribution.factor().canPass()
                ? Verdicts.unsteady(
                        outcome.deepest(), attribution, meter.warmUp().why())
                : Verdicts.failed(outcome.deepest(), outcome.deepest() + 1, attribution);
    }

    private MeasuredScenario measured(
            List<StartedServer> started,
            HostLimits limits,
            Verdict verdict,
            List<Step> steps,
            CostPerConnection cost,
            long startNanos,
            List<IntervalHistograms> histograms,
            Seen agentsCpuNanos) {
        boolean ours = !scenario.isExternal();
        return new MeasuredScenario(
                new ScenarioResult(
                        scenario,
                        ours ? started.get(0).running() : null,
                        verdict,
                        steps,
                        cost,
                        ours && scenario.application().isEmpty()
                                ? Optional.of(Forecast.bounds(scenario, limits).get(0))
                                : Optional.empty(),
                        clock.nanoTime() - startNanos,
                        ScenarioNotes.of(meter.effort(agentsCpuNanos))),
                ours ? started : List.of(),
                histograms,
                List.of());
    }
}
