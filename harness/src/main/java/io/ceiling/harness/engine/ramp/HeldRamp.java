package io.ceiling.harness.engine.ramp;

import io.ceiling.harness.engine.session.AgentFailedException;
import io.ceiling.harness.engine.session.ServerSession;
import io.ceiling.harness.engine.session.StopReasons;
import io.ceiling.harness.fleet.Fleet;
import io.ceiling.harness.reading.IntervalHistograms;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.result.LoneConnection;
import io.ceiling.harness.result.Step;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.scenario.Phase;
import io.ceiling.harness.scenario.RampSettings;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.verdict.FailedStep;
import io.ceiling.harness.verdict.IdleTimeout;
import io.ceiling.harness.verdict.RateLimits;
import io.ceiling.harness.verdict.StuckServer;
import io.ceiling.harness.verdict.ramp.CeilingFinder;
import io.ceiling.harness.verdict.ramp.CostAnalyst;
import io.ceiling.harness.verdict.ramp.DepartedClients;
import io.ceiling.harness.verdict.ramp.LimitForecast;
import io.ceiling.harness.verdict.ramp.NextAction;
import io.ceiling.harness.verdict.ramp.RampOutcome;
import io.ceiling.harness.verdict.ramp.RampOutcome.RampEnd;
import io.ceiling.harness.verdict.ramp.RampState;
import io.ceiling.harness.verdict.ramp.RequestsInFlight;
import io.ceiling.load.link.LinkException;
import io.ceiling.load.report.FailureCause;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Ramps held connections to the ceiling: holds the levels that {@link CeilingFinder} asks for, until the ceiling is
 * known closely enough.
 *
 * <p>After a failed step the newest connections are closed down to the last level that passed, and the ramp goes on in
 * the same server, since a limit that was merely reached leaves a server intact. Held responses stay open if there are
 * enough of them for the next level. The ramp goes on in a fresh server if the old one does not release those
 * connections, or reached a limit that may have broken it, such as an OutOfMemoryError. A server that later cannot even
 * hold what it held before was damaged: that step does not count and is repeated in a fresh server.
 *
 * <p>Each server is warmed before its first step. {@link RampState} decides which failure counts, which level is tried
 * again at which pace, and in which server.
 */
final class HeldRamp {

    private static final String HELD_FOR_TOO_LONG =
            "the web application ended requests that were held for its ceiling.hold.seconds; a higher one, or 0, lets"
                    + " the ramp go on";

    private final Scenario scenario;
    private final RampServers servers;
    private final StopReasons stopReasons;
    private final EffortMeter meter;
    private final RampListener listener;
    private final RampRecord record;
    private final ServiceKnowledge service;

    private List<ServerSession.ReadyServer> firstServers = List.of();
    private Optional<Step> controlStep = Optional.empty();
    // The current server without a connection, before its first step.
    private Optional<Sample> idleSample = Optional.empty();
    // The latest step that failed, whether or not it counts.
    private Optional<FailedStep> latestFailure = Optional.empty();

    // Level that was chosen last while the ramp grew.
    private int targetLevel;

    private LoneConnection loneConnection = LoneConnection.NOT_OPENED;
    private List<Step> longHoldSteps = List.of();
    private Optional<DepartedClients> departed = Optional.empty();

    // True once a limit of the request rate or of the hold time is known: no number of connections is the ceiling then.
    private boolean endsEarly;

    HeldRamp(Load load, ServerSession.Starter servers, EffortMeter meter, RampListener listener) {
        this.meter = meter;
        this.listener = listener;
        this.scenario = load.scenario();
        this.servers = new RampServers(load, servers, meter);
        this.stopReasons = load.stopReasons();
        this.record = new RampRecord(new CeilingFinder(load.ramp(), scenario.capConnections()));
        this.service = new ServiceKnowledge(scenario);
    }

    /**
     * Runs the ramp and blocks until the ceiling is known. At least one server is started; all are stopped on return,
     * even if an agent failed.
     */
    RampOutcome run() throws InterruptedException {
        firstServers = servers.start(record.state().server()).session().all();
        try {
            prepareServer();
            Sample lastPassed = idleSample.orElseThrow();
            while (!endsEarly && record.state().next() instanceof NextAction.Hold next) {
                Optional<String> stop = stopReasons.currentReason();
                if (stop.isPresent()) {
                    return outcome(RampEnd.stopped(stop.get(), stopReasons.factor()));
                }
                Step step = hold(level(next.connections()));
                if (step.passed()) {
                    record.addPassed(step, heldLevel(step));
                    listener.stepPassed(step.target());
                    lastPassed = step.after();
                } else if (stopReasons.currentReason().isPresent()) {
                    // The step was broken off for a stop reason, which is no failure of the server; the loop ends
                    // with that reason.
                    record.steps().add(step.notCounted());
                } else if (endedByTheWebApplication(step)) {
                    record.steps().add(step.notCounted());
                    return outcome(RampEnd.stopped(HELD_FOR_TOO_LONG, Optional.empty()));
                } else if (!prepareSameServer(handleFailure(step, lastPassed))) {
                    if (probeStuck()) {
                        record.count(step, latestFailure.orElseThrow().with(loneConnection), heldLevel(step));
                        return outcome(RampEnd.CLOSED_IN);
                    }
                    boolean gone = servers.current().isGone();
                    Optional<String> gaveUp = servers.startAfresh(record);
                    if (gaveUp.isPresent()) {
                        boolean goneMeanwhile =
                                scenario.isExternal() && servers.current().isGone();
                        if (gone || goneMeanwhile) {
                            countAfterAll(step, lastPassed);
                        }
                        return outcome(RampEnd.gaveUp(gaveUp.get()
                                + latestFailure
                                        .map(StuckServer::silentServersClause)
                                        .orElse("")));
                    }
                    prepareServer();
                }
            }
            if (controlStep.isEmpty() && stopReasons.currentReason().isEmpty()) {
                controlStep = longerHolds().controlStep(record.failures(), record.searchResult());
            }
            meter.enter(Phase.RECOVER);
            if (!endsEarly && (record.failures().isEmpty() || !probeStuck())) {
                service.diagnose(record, servers.current());
                longHoldSteps = longerHolds().forLong(record.searchResult());
            }
            return outcome(RampEnd.CLOSED_IN);
        } catch (LinkException e) {
            throw new AgentFailedException(record.searchResult().ceiling(), e);
        } finally {
            meter.end(servers.current().session());
        }
    }

    // Returns the next level of a growing ramp, chosen for the nearest predicted limit.
    private int level(int requestedLevel) {
        NextAction.Done known = record.searchResult();
        if (scenario.work().inFlight().isPresent() || known.firstFailure().isPresent()) {
            return requestedLevel;
        }
        // A repeated level keeps its number, even if a fresh server has other readings without a connection.
        if (targetLevel <= known.ceiling()) {
            double tolerance = servers.current().ramp().levels().tolerance();
            targetLevel = LimitForecast.next(
                    requestedLevel,
                    known.ceiling(),
                    record.levels(idleSample.orElseThrow()),
                    new LimitForecast.Server(scenario.jvm().garbageCollector(), !scenario.isExternal(), tolerance));
        }
        return targetLevel;
    }

    private Step hold(int target) {
        LoadedServer server = servers.current();
        RampSettings ramp = server.ramp();
        listener.stepBegins(target);
        int halvings = record.state().halvings(target);
        RampSettings pace = scenario.work()
                .inFlight()
                .map(work -> RequestsInFlight.openingRamp(work, ramp, target))
                .orElse(ramp.withLevelHold())
                .slower(halvings);
        Step step = new StepRunner(server, pace, server.traffic(pace), halvings)
                .run(record.steps().size() + 1, target)
                .withServer(record.state().server());
        record.add(new IntervalHistograms(
                step.before().elapsedNanos(),
                step.after().elapsedNanos(),
                server.fleet().histograms()));
        return step;
    }

    private CeilingFinder.HeldLevel heldLevel(Step step) {
        return service.heldLevel(step, record.searchResult().ceiling());
    }

    private RampState.Recovery handleFailure(Step step, Sample lastPassed) {
        LoadedServer server = servers.current();
        RampSettings ramp = server.ramp();
        int ceiling = record.searchResult().ceiling();
        FailedStep gathered = service.willDiagnose(ceiling, server)
                ? server.readFailedStep(lastPassed, step)
                : server.readFailedStepUnderLoad(lastPassed, step);
        latestFailure = Optional.of(gathered);
        if (scenario.work().inFlight().isPresent()
                && !service.recovery(server).trimAndAwaitRelease(0, true)
                && probeStuck()) {
            record.steps().add(step.notCounted());
            return RampState.Recovery.FRESH_SERVER;
        }
        FailedStep failure = service.measurePaces(gathered, ceiling, server);
        LimitingFactor factor = failure.attribution().factor();
        endsEarly = RateLimits.endsRamp(factor, failure);
        ExtraHolds holds = longerHolds();
        CeilingFinder.HeldLevel heldLevel = service.failedLevel(step, ceiling, server, failure);
        RampState.Recovery recovery = record.addFailed(
                step,
                failure,
                new RampState.Failure(
                        heldLevel,
                        factor,
                        !endsEarly && (RampState.canPass(scenario, factor) || failure.isWorkerCrash()),
                        failure.nothingWorseThanLate(),
                        failure.isOverrun() && !service.foresaw(step, ramp),
                        failure.keepsDepartedClients() ? RampState.Harm.KEPT : service.harm(step, failure, ramp)));
        if (factor == LimitingFactor.SERVER_IDLE_TIMEOUT && controlStep.isEmpty()) {
            controlStep = holds.controlStep(List.of(failure), record.searchResult());
            endsEarly =
                    controlStep.filter(few -> IdleTimeout.isProved(step, few)).isPresent();
            if (endsEarly) {
                record.count(step, failure, heldLevel);
                return RampState.Recovery.NONE;
            }
        }
        return recovery;
    }

    private ExtraHolds longerHolds() {
        return new ExtraHolds(servers.current(), record.steps(), record.state().server());
    }

    // Counts a failure that was to be repeated, because the server ended with it: no other step will decide the
    // ceiling.
    private void countAfterAll(Step step, Sample lastPassed) {
        if (!record.lastCounts()) {
            // Read again: the kernel and the process show more once it has ended.
            record.count(step, servers.current().readFailedStep(lastPassed, step), heldLevel(step));
        }
    }

    // Returns true if the server serves no connection although its load has gone. Blocks until one is served, or the
    // patience for it is over.
    private boolean probeStuck() {
        if (!loneConnection.isStuck()
                && latestFailure
                        .filter(failure -> LoneConnectionProbe.isApplicable(scenario, failure))
                        .isPresent()) {
            Duration backlog =
                    service.backlog(latestFailure.orElseThrow().step().target());
            loneConnection = new LoneConnectionProbe(servers.current(), backlog).probe();
        }
        if (loneConnection.isStuck()) {
            record.addLoneConnection(loneConnection);
        }
        return loneConnection.isStuck();
    }

    /** Returns the first server; of several instances, all that were started first. */
    List<ServerSession.ReadyServer> firstServers() {
        return firstServers;
    }

    /** Returns histograms of each step, see {@link Fleet#histograms}. */
    List<IntervalHistograms> histograms() {
        return record.histograms();
    }

    /** Returns the steps of the long hold; none if none was requested. */
    List<Step> longHoldSteps() {
        return longHoldSteps;
    }

    /** Returns a sentence about memory of departed clients that is part of the heap cost; empty if there is none. */
    List<String> inCost() {
        return departed.filter(DepartedClients::isInCost).map(DepartedClients::words).stream()
                .toList();
    }

    // Prepares the server for the next step, by trimming its connections. Returns false if a fresh server has to take
    // it.
    private boolean prepareSameServer(RampState.Recovery recovery) {
        if (recovery == RampState.Recovery.NONE) {
            return true;
        }
        meter.enter(Phase.RECOVER);
        if (recovery == RampState.Recovery.FRESH_SERVER) {
            return false;
        }
        ServerRecovery server = service.recovery(servers.current());
        boolean answers = recovery == RampState.Recovery.SAME_ANSWERING_SERVER;
        return server.holdsEnoughFor(record.state().next())
                || server.trimAndAwaitRelease(record.searchResult().ceiling(), answers);
    }

    // Connects the load agents to the server, warms it, and reads it without a connection.
    private void prepareServer() throws InterruptedException {
        meter.enter(Phase.WARM_UP);
        if (record.steps().isEmpty()) {
            servers.current().requireRightAnswers();
        }
        if (scenario.work().inFlight().isPresent() && service.slo().isEmpty()) {
            RampSettings found = service.withSlo(servers.current(), listener::note);
            servers.at(found);
            record.search(service.finder(found));
        }
        LoadedServer server = servers.current();
        server.connect();
        if (record.steps().isEmpty()) {
            server.requireService();
        }
        meter.addWarmUp(record.state().server(), server.warm());
        if (record.steps().isEmpty()) {
            service.foretell(server)
                    .ifPresent(expected ->
                            record.search(new CeilingFinder(server.ramp(), scenario.capConnections(), expected)));
        }
        meter.enter(Phase.COLLECT);
        idleSample = Optional.of(server.afterGc());
        meter.leave();
    }

    /** Returns the SLO of requests in flight, in words; empty for other work, or before it is known. */
    String slo() {
        return service.slo();
    }

    private static boolean endedByTheWebApplication(Step step) {
        return step.after().load().failures().count(FailureCause.HOLD_TIMED_OUT) > 0;
    }

    private RampOutcome outcome(RampEnd end) {
        departed = idleSample.flatMap(before -> Departure.of(
                servers.current(),
                before,
                record.steps().stream()
                        .filter(step -> step.server() == record.state().server())
                        .toList(),
                CostAnalyst.ofSteps(record.steps()).heapBytes()));
        departed.map(DepartedClients::words).ifPresent(listener::note);
        Optional<String> unsteady = record.failures().stream()
                .findFirst()
                .flatMap(failure -> meter.unsteady(failure.step().server()));
        return new RampOutcome(record.steps(), record.searchResult(), record.failures(), controlStep, unsteady, end);
    }
}
