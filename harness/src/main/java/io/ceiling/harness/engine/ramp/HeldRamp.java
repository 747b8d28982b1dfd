package io.ceiling.harness.engine.ramp;

import io.ceiling.harness.engine.session.AgentFailedException;
import io.ceiling.harness.engine.session.ServerSession;
import io.ceiling.harness.engine.session.StopReasons;
import io.ceiling.harness.engine.session.Waiting;
import io.ceiling.harness.fleet.Fleet;
import io.ceiling.harness.reading.IntervalHistograms;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.result.Alone;
import io.ceiling.harness.result.Evidence;
import io.ceiling.harness.result.Step;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.scenario.Phase;
import io.ceiling.harness.scenario.RampSettings;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.verdict.LimitAnalyst;
import io.ceiling.harness.verdict.RateLimits;
import io.ceiling.harness.verdict.ramp.BlamedInstance;
import io.ceiling.harness.verdict.ramp.CeilingFinder;
import io.ceiling.harness.verdict.ramp.CostAnalyst;
import io.ceiling.harness.verdict.ramp.DepartedClients;
import io.ceiling.harness.verdict.ramp.HeapAhead;
import io.ceiling.harness.verdict.ramp.Next;
import io.ceiling.harness.verdict.ramp.RampState;
import io.ceiling.harness.verdict.ramp.RequestsInFlight;
import io.ceiling.load.link.LinkException;
import io.ceiling.load.report.FailureCause;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

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
    /** The settings of this ramp; for requests in flight without a given SLO replaced before the first step. */
    private RampSettings ramp;

    private final Fleet fleet;
    private final RampServers servers;
    private final Waiting waiting;
    private final StopReasons stopReasons;
    private final EffortMeter meter;
    private final RampListener listener;
    private final RampRecord record;
    private final ServiceKnowledge service;

    private Optional<Step> control = Optional.empty();
    /** The server of now without a connection, before its first step. */
    private Optional<Sample> empty = Optional.empty();
    /** Evidence of the latest step that failed, whether or not it counts. */
    private Optional<Evidence> latest = Optional.empty();

    private Alone alone = Alone.NOT_TRIED;
    private List<Step> heldLong = List.of();
    private Optional<DepartedClients> departed = Optional.empty();

    /** True once it is known that the pace of requests is limited: no number of connections can be found. */
    private boolean endsForPace;

    HeldRamp(
            Scenario scenario,
            RampSettings ramp,
            Fleet fleet,
            ServerSession.Starter servers,
            Waiting waiting,
            StopReasons stopReasons,
            EffortMeter meter,
            RampListener listener) {
        this.meter = meter;
        this.listener = listener;
        this.scenario = scenario;
        this.ramp = ramp;
        this.fleet = fleet;
        this.servers = new RampServers(scenario, servers, meter);
        this.waiting = waiting;
        this.stopReasons = stopReasons;
        this.record = new RampRecord(new CeilingFinder(ramp, scenario.capConnections()));
        this.service = new ServiceKnowledge(scenario, fleet, waiting);
    }

    /**
     * The results of a ramp.
     *
     * @param first the first server; of several instances, all that were started first
     * @param steps all steps that were run, including those that do not count
     * @param unspoilt steps that passed in a server without traces of a failure
     * @param done ceiling and first failure
     * @param failures evidence of each failed step that counts
     * @param end how the ramp ended
     * @param control step that tells a limit of time from a limit of number; empty if none was needed or possible
     * @param histograms histograms of each step, see {@link Fleet#histograms}
     */
    record Outcome(
            List<ServerSession.Started> first,
            List<Step> steps,
            List<Step> unspoilt,
            Next.Done done,
            List<Evidence> failures,
            End end,
            Optional<Step> control,
            List<IntervalHistograms> histograms) {

        Optional<String> stoppedBy() {
            return end.stoppedBy();
        }

        Optional<String> gaveUp() {
            return end.gaveUp();
        }
    }

    /**
     * The end of a ramp.
     *
     * @param stoppedBy reason why the ramp was stopped although nothing had failed; empty if it was not
     * @param gaveUp reason why the ramp did not close in on the ceiling; empty if it did
     */
    record End(Optional<String> stoppedBy, Optional<String> gaveUp) {

        private static final End CLOSED_IN = new End(Optional.empty(), Optional.empty());

        private static End stopped(String why) {
            return new End(Optional.of(why), Optional.empty());
        }

        private static End gaveUp(String why) {
            return new End(Optional.empty(), Optional.of(why));
        }
    }

    /**
     * Runs the ramp and blocks until the ceiling is known. At least one server is started; all are stopped on return,
     * even if an agent failed.
     */
    Outcome run() throws InterruptedException {
        List<ServerSession.Started> first =
                servers.start(record.state().server()).all();
        try {
            Ready ready = ready();
            Sample lastPassed = ready.empty();
            while (!endsForPace && record.state().next() instanceof Next.Hold next) {
                Optional<String> stop = stopReasons.now();
                if (stop.isPresent()) {
                    return outcome(first, End.stopped(stop.get()));
                }
                Step step = hold(ready.server(), level(next.connections()));
                if (step.passed()) {
                    record.passed(step, tried(step));
                    lastPassed = step.after();
                } else if (stopReasons.now().isPresent()) {
                    // The step was broken off for a stop reason, which is no failure of the server; the loop ends
                    // with that reason.
                    record.steps().add(step.notCounted());
                } else if (endedByTheWebApplication(step)) {
                    record.steps().add(step.notCounted());
                    return outcome(first, End.stopped(HELD_FOR_TOO_LONG));
                } else if (needsFreshServer(failed(step, lastPassed))) {
                    if (isStuck()) {
                        record.count(step, latest.orElseThrow().with(alone), tried(step));
                        return outcome(first, End.CLOSED_IN);
                    }
                    boolean gone = servers.now().exitCode().isPresent();
                    Optional<String> gaveUp = servers.startAfresh(record);
                    if (gaveUp.isPresent()) {
                        boolean goneMeanwhile = scenario.isExternal()
                                && servers.now().exitCode().isPresent();
                        if (gone || goneMeanwhile) {
                            countAfterAll(step, lastPassed);
                        }
                        return outcome(first, End.gaveUp(gaveUp.get()));
                    }
                    ready = ready();
                }
            }
            FurtherHolds further = furtherHolds(ready.server());
            control = stopReasons.now().isPresent()
                    ? Optional.empty()
                    : further.control(record.failures(), record.known());
            meter.enter(Phase.RECOVER);
            if (!endsForPace && (record.failures().isEmpty() || !isStuck())) {
                service.diagnose(record, used());
                heldLong = further.forLong(record.known());
            }
            return outcome(first, End.CLOSED_IN);
        } catch (LinkException e) {
            throw new AgentFailedException(record.known().ceiling(), e);
        } finally {
            meter.end(servers.now());
        }
    }

    /** Returns the next level: a server that cannot be started afresh has its limit of the heap met by a short step. */
    private int level(int wanted) {
        return scenario.isExternal()
                        && scenario.work().inFlight().isEmpty()
                        && record.known().firstFailure().isEmpty()
                ? HeapAhead.next(wanted, record.unspoilt(), ramp.levels().tolerance())
                : wanted;
    }

    private Step hold(ReadyServer server, int target) throws InterruptedException {
        listener.stepBegins(target);
        int halvings = record.state().halvings(target);
        RampSettings pace = scenario.work()
                .inFlight()
                .map(work -> RequestsInFlight.opening(work, ramp, target))
                .orElse(ramp.ofLevels())
                .slower(halvings);
        Step step = runner(pace, server.traffic(pace), halvings)
                .run(record.steps().size() + 1, target)
                .inServer(record.state().server());
        listener.stepEnded();
        record.add(new IntervalHistograms(
                step.before().elapsedNanos(), step.after().elapsedNanos(), fleet.histograms()));
        return step;
    }

    private StepRunner runner(RampSettings pace, StepTraffic traffic, int halvings) {
        return new StepRunner(
                fleet,
                pace,
                traffic,
                servers.now().recorder(),
                waiting,
                mustStop(servers.now()),
                meter,
                StepRunner.window(servers.now().listenQueue(), halvings));
    }

    private CeilingFinder.Tried tried(Step step) {
        return service.tried(step, record.known().ceiling());
    }

    private RampState.Recovery failed(Step step, Sample lastPassed) {
        FailureEvidence gathering = new FailureEvidence(scenario, fleet, ramp, waiting, mustStop(servers.now()));
        int ceiling = record.known().ceiling();
        Evidence gathered = BlamedInstance.of(
                service.willDiagnose(ceiling, servers.now())
                        ? servers.now().evidence(lastPassed, step, "")
                        : gathering.evidence(servers.now(), lastPassed, step));
        latest = Optional.of(gathered);
        if (scenario.work().inFlight().isPresent() && !service.recovery(used()).isRidOfAllAbove(0, true) && isStuck()) {
            record.steps().add(step.notCounted());
            return RampState.Recovery.FRESH_SERVER;
        }
        Evidence evidence = service.paced(gathered, ceiling, used());
        LimitingFactor factor = LimitAnalyst.analyse(evidence).factor();
        endsForPace = RateLimits.endsRamp(factor, evidence);
        boolean onlyLate = LimitAnalyst.isOnlyLate(evidence);
        ServiceKnowledge.LateOrRefused how =
                new ServiceKnowledge.LateOrRefused(onlyLate, LimitAnalyst.isAnswered(evidence));
        CeilingFinder.Tried tried = service.failed(step, ceiling, used(), how);
        return record.failed(
                step,
                evidence,
                new RampState.Failure(
                        tried,
                        factor,
                        !endsForPace
                                && (RampState.canPass(scenario, factor) || LimitAnalyst.isOfWorker(factor, evidence)),
                        onlyLate,
                        LimitAnalyst.isOverrun(evidence) && !service.foresaw(step, ramp),
                        service.harm(step, how, ramp)));
    }

    /** Counts a failure that was to be tried again, and with which the server ended: no other will decide the ceiling. */
    private void countAfterAll(Step step, Sample lastPassed) {
        if (!record.lastCounts()) {
            // Read anew: the kernel and the process tell more once it has ended.
            record.count(step, BlamedInstance.of(servers.now().evidence(lastPassed, step, "")), tried(step));
        }
    }

    /** Returns true if the server serves nobody although its load has gone. Blocks until one connection is served, or long enough. */
    private boolean isStuck() {
        if (!alone.isStuck()
                && latest.filter(failure -> OneConnection.isTelling(scenario, failure))
                        .isPresent()) {
            Duration backlog = service.backlog(latest.orElseThrow().failed().target());
            alone = new OneConnection(scenario, ramp, fleet, servers.now(), waiting, backlog, mustStop(servers.now()))
                    .take();
        }
        if (alone.isStuck()) {
            record.stuck(alone);
        }
        return alone.isStuck();
    }

    /** Returns the steps that were held for longer than each level; none if nobody asked for that. */
    List<Step> heldLong() {
        return heldLong;
    }

    /** Returns what the server kept of its clients if the heap of a connection has a part of that, in words. */
    List<String> inCost() {
        return departed.filter(DepartedClients::isInCost).map(DepartedClients::words).stream()
                .toList();
    }

    private FurtherHolds furtherHolds(ReadyServer server) {
        return new FurtherHolds(
                scenario,
                ramp,
                server,
                pace -> runner(pace, StepTraffic.NONE, 0),
                meter,
                record.steps(),
                record.state().server(),
                mustStop(servers.now()));
    }

    /** Prepares the server for the next step if possible. Returns true if a fresh server has to take it. */
    private boolean needsFreshServer(RampState.Recovery recovery) {
        if (recovery == RampState.Recovery.NONE) {
            return false;
        }
        meter.enter(Phase.RECOVER);
        if (recovery == RampState.Recovery.FRESH_SERVER) {
            return true;
        }
        ServerRecovery server = service.recovery(used());
        boolean answers = recovery == RampState.Recovery.SAME_ANSWERING_SERVER;
        return !server.holdsEnoughFor(record.state().next())
                && !server.isRidOfAllAbove(record.known().ceiling(), answers);
    }

    private ServiceKnowledge.Used used() {
        return new ServiceKnowledge.Used(ramp, servers.now(), mustStop(servers.now()));
    }

    /** Connects the load agents to the server, warms it, and reads it without a connection. */
    private Ready ready() throws InterruptedException {
        meter.enter(Phase.WARM_UP);
        if (scenario.work().inFlight().isPresent() && service.slo().isEmpty()) {
            ramp = service.withSlo(used(), listener::note);
            record.search(service.finder(ramp));
        }
        ReadyServer server = new ReadyServer(scenario, ramp, fleet, waiting, servers.now(), mustStop(servers.now()));
        if (record.steps().isEmpty()) {
            server.requireService();
        }
        meter.warmed(record.state().server(), server.warm());
        if (record.steps().isEmpty()) {
            service.foretell(used())
                    .ifPresent(expected -> record.search(new CeilingFinder(ramp, scenario.capConnections(), expected)));
        }
        meter.enter(Phase.COLLECT);
        Sample before = servers.now().recorder().afterGc(fleet.counts());
        empty = Optional.of(before);
        meter.leave();
        return new Ready(server, before);
    }

    /** Returns the SLO of requests in flight, in words; empty for other work, or before it is known. */
    String slo() {
        return service.slo();
    }

    private record Ready(ReadyServer server, Sample empty) {}

    /** Returns true if a setting of the web application ended the requests, which is no limit of the server. */
    private static boolean endedByTheWebApplication(Step step) {
        return step.after().load().failures().count(FailureCause.HOLD_TIMED_OUT) > 0;
    }

    private Outcome outcome(List<ServerSession.Started> first, End end) {
        departed = empty.flatMap(before -> Departure.of(
                scenario,
                fleet,
                servers.now(),
                before,
                record.steps().stream()
                        .filter(step -> step.server() == record.state().server())
                        .toList(),
                CostAnalyst.ofSteps(Optional.empty(), record.unspoilt()).heapBytes(),
                waiting));
        departed.map(DepartedClients::words).ifPresent(listener::note);
        return new Outcome(
                first,
                List.copyOf(record.steps()),
                List.copyOf(record.unspoilt()),
                record.known(),
                List.copyOf(record.failures()),
                end,
                control,
                record.histograms());
    }

    private BooleanSupplier mustStop(ServerSession session) {
        return () -> session.exitCode().isPresent() || stopReasons.now().isPresent();
    }
}
