package io.ceiling.harness.run.ramp;

import io.ceiling.harness.fleet.Fleet;
import io.ceiling.harness.model.Alone;
import io.ceiling.harness.model.Evidence;
import io.ceiling.harness.model.InFlight;
import io.ceiling.harness.model.IntervalHistograms;
import io.ceiling.harness.model.LimitingFactor;
import io.ceiling.harness.model.Phase;
import io.ceiling.harness.model.RampSettings;
import io.ceiling.harness.model.Sample;
import io.ceiling.harness.model.Scenario;
import io.ceiling.harness.model.Step;
import io.ceiling.harness.run.session.AgentFailedException;
import io.ceiling.harness.run.session.ScenarioNotRunException;
import io.ceiling.harness.run.session.ServerSession;
import io.ceiling.harness.run.session.StopReasons;
import io.ceiling.harness.run.session.Waiting;
import io.ceiling.harness.server.ServerStartException;
import io.ceiling.harness.verdict.BlamedInstance;
import io.ceiling.harness.verdict.CeilingFinder;
import io.ceiling.harness.verdict.HeapAhead;
import io.ceiling.harness.verdict.LimitAnalyst;
import io.ceiling.harness.verdict.Next;
import io.ceiling.harness.verdict.RampState;
import io.ceiling.harness.verdict.RateLimits;
import io.ceiling.harness.verdict.RequestsInFlight;
import io.ceiling.load.link.LinkException;
import io.ceiling.load.report.FailureCause;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
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
    private final ServerSession.Starter servers;
    private final Waiting waiting;
    private final StopReasons stopReasons;
    private final EffortMeter meter;
    private final RampListener listener;
    private final List<ServerSession> sessions = new ArrayList<>();
    private final List<Step> steps = new ArrayList<>();
    private final List<Evidence> failures = new ArrayList<>();
    /**
     * Steps that passed in a server before any failure could have left traces, which would distort the cost of a
     * connection.
     */
    private final List<Step> unspoilt = new ArrayList<>();

    private final List<IntervalHistograms> histograms = new ArrayList<>();

    private RampState state;
    private String words = "";
    private final ServiceKnowledge service;

    private Optional<Step> control = Optional.empty();
    /** The server of now without a connection, before its first step. */
    private Optional<Sample> empty = Optional.empty();
    /** Evidence of the latest step that failed, whether or not it counts. */
    private Optional<Evidence> latest = Optional.empty();

    private Alone alone = Alone.NOT_TRIED;
    private List<Step> heldLong = List.of();

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
        this.servers = servers;
        this.waiting = waiting;
        this.stopReasons = stopReasons;
        this.state = RampState.before(new CeilingFinder(ramp, scenario.capConnections()));
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
        List<ServerSession.Started> first = start().all();
        try {
            Ready ready = ready();
            Sample lastPassed = ready.empty();
            while (!endsForPace && state.next() instanceof Next.Hold next) {
                Optional<String> stop = stopReasons.now();
                if (stop.isPresent()) {
                    return outcome(first, End.stopped(stop.get()));
                }
                Step step = hold(ready.server(), level(next.connections()));
                if (step.passed()) {
                    passed(step);
                    lastPassed = step.after();
                } else if (stopReasons.now().isPresent()) {
                    // The step was broken off for a stop reason, which is no failure of the server; the loop ends
                    // with that reason.
                    steps.add(step.notCounted());
                } else if (endedByTheWebApplication(step)) {
                    steps.add(step.notCounted());
                    return outcome(first, End.stopped(HELD_FOR_TOO_LONG));
                } else if (needsFreshServer(failed(step, lastPassed))) {
                    if (isStuck()) {
                        count(step, latest.orElseThrow().with(alone));
                        return outcome(first, End.CLOSED_IN);
                    }
                    boolean gone = session().exitCode().isPresent();
                    Optional<String> gaveUp = startAfresh();
                    if (gaveUp.isPresent()) {
                        boolean goneMeanwhile =
                                scenario.isExternal() && session().exitCode().isPresent();
                        if (gone || goneMeanwhile) {
                            countAfterAll(step, lastPassed);
                        }
                        return outcome(first, End.gaveUp(gaveUp.get()));
                    }
                    ready = ready();
                }
            }
            FurtherHolds further = furtherHolds(ready.server());
            control = stopReasons.now().isPresent() ? Optional.empty() : further.control(failures, state.known());
            meter.enter(Phase.RECOVER);
            if (!endsForPace && (failures.isEmpty() || !isStuck())) {
                service.diagnose(failures, state.known().ceiling(), used());
                heldLong = further.forLong(state.known());
            }
            return outcome(first, End.CLOSED_IN);
        } catch (LinkException e) {
            throw new AgentFailedException(state.known().ceiling(), e);
        } finally {
            meter.end(session());
        }
    }

    /** Returns the next level: a server that cannot be started afresh has its limit of the heap met by a short step. */
    private int level(int wanted) {
        return scenario.isExternal()
                        && scenario.work().inFlight().isEmpty()
                        && state.known().firstFailure().isEmpty()
                ? HeapAhead.next(wanted, unspoilt, ramp.levels().tolerance())
                : wanted;
    }

    private Step hold(ReadyServer server, int target) throws InterruptedException {
        listener.stepBegins(target);
        int halvings = state.halvings(target);
        RampSettings pace = scenario.work()
                .inFlight()
                .map(work -> RequestsInFlight.opening(work, ramp, target))
                .orElse(ramp.ofLevels())
                .slower(halvings);
        Step step = runner(pace, server.traffic(pace), halvings)
                .run(steps.size() + 1, target)
                .inServer(state.server());
        listener.stepEnded();
        histograms.add(new IntervalHistograms(
                step.before().elapsedNanos(), step.after().elapsedNanos(), fleet.histograms()));
        return step;
    }

    private StepRunner runner(RampSettings pace, StepTraffic traffic, int halvings) {
        return new StepRunner(
                fleet,
                pace,
                traffic,
                session().recorder(),
                waiting,
                mustStop(session()),
                meter,
                StepRunner.window(session().listenQueue(), halvings));
    }

    private void passed(Step step) {
        // It failed before, which did not last.
        failures.removeIf(failure -> failure.failed().target() == step.target());
        steps.replaceAll(before -> !before.passed() && before.target() == step.target() ? before.notCounted() : before);
        steps.add(step);
        if (!state.isSpoilt()) {
            unspoilt.add(step);
        }
        state = state.passed(service.tried(step, state.known().ceiling()));
    }

    private RampState.Recovery failed(Step step, Sample lastPassed) {
        FailureEvidence gathering = new FailureEvidence(scenario, fleet, ramp, waiting, mustStop(session()));
        int ceiling = state.known().ceiling();
        Evidence gathered = BlamedInstance.of(
                service.willDiagnose(ceiling, session())
                        ? session().evidence(lastPassed, step, "")
                        : gathering.evidence(session(), lastPassed, step));
        latest = Optional.of(gathered);
        if (scenario.work().inFlight().isPresent() && !service.recovery(used()).isRidOfAllAbove(0, true) && isStuck()) {
            steps.add(step.notCounted());
            return RampState.Recovery.FRESH_SERVER;
        }
        Evidence evidence = service.paced(gathered, ceiling, used());
        LimitingFactor factor = LimitAnalyst.analyse(evidence).factor();
        endsForPace = RateLimits.endsRamp(factor, evidence);
        boolean onlyLate = LimitAnalyst.isOnlyLate(evidence);
        ServiceKnowledge.LateOrRefused how =
                new ServiceKnowledge.LateOrRefused(onlyLate, LimitAnalyst.isAnswered(evidence));
        CeilingFinder.Tried tried = service.failed(step, ceiling, used(), how);
        RampState.Judged judged = state.failed(new RampState.Failure(
                tried,
                factor,
                !endsForPace && RampState.canPass(scenario, factor),
                onlyLate,
                LimitAnalyst.isOverrun(evidence) && !service.foresaw(step, ramp),
                service.harm(step, how, ramp)));
        steps.add(judged.counts() ? step : step.notCounted());
        if (judged.counts()) {
            failures.add(evidence);
        }
        state = judged.state();
        return judged.recovery();
    }

    /** Counts a failure that was to be tried again, and with which the server ended: no other will decide the ceiling. */
    private void countAfterAll(Step step, Sample lastPassed) {
        if (!steps.get(steps.size() - 1).counted()) {
            // Read anew: the kernel and the process tell more once it has ended.
            count(step, BlamedInstance.of(session().evidence(lastPassed, step, "")));
        }
    }

    private void count(Step step, Evidence evidence) {
        int last = steps.size() - 1;
        if (!steps.get(last).counted()) {
            failures.add(evidence);
            steps.set(last, step);
            state = state.counting(service.tried(step, state.known().ceiling()));
        }
    }

    /** Returns true if the server serves nobody although its load has gone. Blocks until one connection is served, or long enough. */
    private boolean isStuck() {
        if (!alone.isStuck()
                && latest.filter(failure -> OneConnection.isTelling(scenario, failure))
                        .isPresent()) {
            Duration backlog = service.backlog(latest.orElseThrow().failed().target());
            alone = new OneConnection(scenario, ramp, fleet, session(), waiting, backlog, mustStop(session())).take();
        }
        failures.replaceAll(failure -> alone.isStuck() ? failure.with(alone) : failure);
        return alone.isStuck();
    }

    /** Returns the steps that were held for longer than each level; none if nobody asked for that. */
    List<Step> heldLong() {
        return heldLong;
    }

    private FurtherHolds furtherHolds(ReadyServer server) {
        return new FurtherHolds(
                scenario,
                ramp,
                server,
                pace -> runner(pace, StepTraffic.NONE, 0),
                meter,
                steps,
                state.server(),
                mustStop(session()));
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
        return !server.holdsEnoughFor(state.next())
                && !server.isRidOfAllAbove(state.known().ceiling(), answers);
    }

    private ServiceKnowledge.Used used() {
        return new ServiceKnowledge.Used(ramp, session(), mustStop(session()));
    }

    /** Replaces the server by a fresh one. Returns the reason if that is impossible. */
    private Optional<String> startAfresh() throws InterruptedException {
        int most = RampState.mostServers(scenario);
        Optional<RampState> fresh = state.inFreshServer(most);
        if (fresh.isEmpty()) {
            return Optional.of(
                    scenario.isExternal()
                            ? "not closed in: the ramp had to begin anew %d times".formatted(most)
                            : "not closed in within %d servers".formatted(most));
        }
        meter.end(session());
        state = fresh.get();
        try {
            ServerSession ignored = start();
        } catch (ServerStartException | ScenarioNotRunException e) {
            return Optional.of(notAgain(e));
        }
        return Optional.empty();
    }

    private String notAgain(RuntimeException why) {
        return scenario.isExternal()
                ? "not closed in: " + why.getMessage()
                : "server %d did not start: %s".formatted(state.server(), why.getMessage());
    }

    private ServerSession start() throws InterruptedException {
        meter.enter(Phase.START);
        sessions.add(servers.start(state.server()));
        meter.leave();
        return session();
    }

    private ServerSession session() {
        return sessions.get(sessions.size() - 1);
    }

    /** Connects the load agents to the server, warms it, and reads it without a connection. */
    private Ready ready() throws InterruptedException {
        meter.enter(Phase.WARM_UP);
        if (scenario.work().inFlight().isPresent() && words.isEmpty()) {
            SingleRequests.Slo slo = new SingleRequests(scenario, fleet, session(), waiting, mustStop(session()))
                    .slo(ramp, listener::note);
            ramp = slo.ramp();
            words = slo.words();
            service.know(slo.single());
            state = RampState.before(new CeilingFinder(ramp, scenario.capConnections()));
            capOpenLoop(scenario.work().inFlight().get());
        }
        ReadyServer server = new ReadyServer(scenario, ramp, fleet, waiting, session(), mustStop(session()));
        if (steps.isEmpty()) {
            server.requireService();
        }
        meter.warmed(state.server(), server.warm());
        if (steps.isEmpty()) {
            service.foretell(used())
                    .ifPresent(expected ->
                            state = RampState.before(new CeilingFinder(ramp, scenario.capConnections(), expected)));
        }
        meter.enter(Phase.COLLECT);
        Sample before = session().recorder().afterGc(fleet.counts());
        empty = Optional.of(before);
        meter.leave();
        return new Ready(server, before);
    }

    /** Ends the ramp of an open loop where further connections would send nothing more. */
    private void capOpenLoop(InFlight work) {
        OptionalInt enough = RequestsInFlight.enough(work, ramp.slo());
        if (enough.isPresent() && enough.getAsInt() < scenario.capConnections()) {
            state = RampState.before(new CeilingFinder(ramp, enough.getAsInt()));
            words = "%s; %s".formatted(words, RequestsInFlight.enoughInWords(work, enough.getAsInt()));
        }
    }

    /** Returns the SLO of requests in flight, in words; empty for other work, or before it is known. */
    String slo() {
        return words;
    }

    private record Ready(ReadyServer server, Sample empty) {}

    /** Returns true if a setting of the web application ended the requests, which is no limit of the server. */
    private static boolean endedByTheWebApplication(Step step) {
        return step.after().load().failures().count(FailureCause.HOLD_TIMED_OUT) > 0;
    }

    private Outcome outcome(List<ServerSession.Started> first, End end) {
        empty.flatMap(before -> Departure.of(fleet, session(), before, waiting)).ifPresent(listener::note);
        return new Outcome(
                first,
                List.copyOf(steps),
                List.copyOf(unspoilt),
                state.known(),
                List.copyOf(failures),
                end,
                control,
                List.copyOf(histograms));
    }

    private BooleanSupplier mustStop(ServerSession session) {
        return () -> session.exitCode().isPresent() || stopReasons.now().isPresent();
    }
}
