package io.ceiling.harness.run;

import io.ceiling.harness.fleet.Fleet;
import io.ceiling.harness.model.Evidence;
import io.ceiling.harness.model.LimitingFactor;
import io.ceiling.harness.model.Phase;
import io.ceiling.harness.model.RampSettings;
import io.ceiling.harness.model.Sample;
import io.ceiling.harness.model.Scenario;
import io.ceiling.harness.model.Step;
import io.ceiling.harness.server.ServerStartException;
import io.ceiling.harness.verdict.CeilingFinder;
import io.ceiling.harness.verdict.LimitAnalyst;
import io.ceiling.harness.verdict.Next;
import io.ceiling.load.ClusterException;
import io.ceiling.load.report.FailureCause;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BooleanSupplier;

/**
 * Ramps held connections to the ceiling: hold what {@link CeilingFinder} says, until it knows enough.
 *
 * <p>After a step that failed, the newest connections are closed down to the last level that passed and the ramp goes on in
 * the same server, since a limit that was merely touched leaves a server whole; responses that are held stay open if there are
 * enough of them for the next level. Where that server does not get rid of them, or
 * met a limit that may have broken it, such as an OutOfMemoryError, the ramp goes on in a fresh one; and if it later cannot
 * even hold what it held before, it was damaged: the step does not count and is run again in a fresh one.
 *
 * <p>Each server is warmed before its first step. A failure that can pass (a busy processor, a long collection, a burst that ran
 * over a listen queue, anything without a name) is tried again before it counts: at half the pace, and in the same server if
 * nothing but answers was late; one without a name once more at a quarter of the pace, in a fresh server; one of a listen
 * queue until connections are opened one after the other, and a pace that cures it is kept. A failure at a configured limit
 * counts at once.
 */
final class HeldRamp {

    private static final int MOST_SERVERS = 8;
    private static final int FURTHER_TRIES = 1;
    private static final int FURTHER_TRIES_WITHOUT_A_NAME = 2;
    /** Of the pace: then connections are opened one after the other. */
    private static final int MOST_HALVINGS = 5;

    private static final String HELD_FOR_TOO_LONG =
            "the web application ended requests that were held for its ceiling.hold.seconds; a higher one, or 0, lets the ramp go on";
    private static final Duration LETTING_GO = Duration.ofSeconds(5);
    private static final long RECOVERY_NANOS = 2_000_000_000;

    private final Scenario scenario;
    private final RampSettings ramp;
    private final Fleet fleet;
    private final ServerSession.Starter servers;
    private final Waiting waiting;
    private final StopReasons stopReasons;
    private final EffortMeter meter;
    private final CeilingFinder finder;
    private final List<Step> steps = new ArrayList<>();
    private final List<Evidence> failures = new ArrayList<>();
    /** Steps that passed in a server without traces of a failure, which are no cost of a connection. */
    private final List<Step> unspoilt = new ArrayList<>();

    HeldRamp(
            Scenario scenario,
            RampSettings ramp,
            Fleet fleet,
            ServerSession.Starter servers,
            Waiting waiting,
            StopReasons stopReasons,
            EffortMeter meter) {
        this.meter = meter;
        this.scenario = scenario;
        this.ramp = ramp;
        this.fleet = fleet;
        this.servers = servers;
        this.waiting = waiting;
        this.stopReasons = stopReasons;
        this.finder = new CeilingFinder(ramp, scenario.capConnections());
    }

    /**
     * Everything the ramp has shown.
     *
     * @param steps all that were run, those that do not count included
     * @param unspoilt the steps that passed in a server without traces of a failure
     * @param failures evidence of each step that failed and counts
     * @param stoppedBy why the ramp was stopped although nothing had broken
     * @param gaveUp why it did not close in on the ceiling
     * @param histograms of the last server's connections, see {@link Fleet#histograms}
     */
    record Outcome(
            ServerSession.Started first,
            List<Step> steps,
            List<Step> unspoilt,
            Next.Done done,
            List<Evidence> failures,
            Optional<String> stoppedBy,
            Optional<String> gaveUp,
            Map<String, List<String>> histograms) {}

    /** Blocks until the ceiling is known; at least one server is started, all are gone on return, also if an agent failed. */
    Outcome run() throws InterruptedException {
        ServerSession session = start(1);
        ServerSession.Started first = session.started();
        int server = 1;
        boolean touched = false;
        boolean spoilt = false;
        int tried = 0;
        int tries = 0;
        int calmest = 0;
        boolean overrun = false;
        try {
            Ready ready = ready(session, server);
            Sample lastPassed = ready.empty();
            while (true) {
                Next next = finder.next(counted());
                Optional<String> stop = stopReasons.now();
                if (next instanceof Next.Done done) {
                    return outcome(first, done, Optional.empty(), Optional.empty());
                }
                if (stop.isPresent()) {
                    return outcome(first, interval(), stop, Optional.empty());
                }
                int target = ((Next.Hold) next).connections();
                tries = target == tried ? tries : 0;
                int halvings = Math.min(calmest + tries, MOST_HALVINGS);
                Step step = stepRunner(session, ready.server(), halvings)
                        .run(steps.size() + 1, target)
                        .inServer(server);
                if (step.passed()) {
                    steps.add(step);
                    // What ran over a short queue once would do so at each further level.
                    calmest = overrun ? halvings : calmest;
                    overrun = false;
                    if (!spoilt) {
                        unspoilt.add(step);
                    }
                    lastPassed = step.after();
                    continue;
                }
                if (stopReasons.now().isPresent()) {
                    // It was broken off, which is no failure of the server; the loop ends with the reason.
                    steps.add(step.notCounted());
                    continue;
                }
                if (endedByTheWebApplication(step)) {
                    steps.add(step.notCounted());
                    return outcome(first, interval(), Optional.of(HELD_FOR_TOO_LONG), Optional.empty());
                }
                Evidence evidence = session.evidence(lastPassed, step, "").get(0);
                int goodBefore = interval().ceiling();
                boolean damaged = touched && step.served() < goodBefore;
                LimitingFactor factor = LimitAnalyst.analyse(evidence).factor();
                boolean passing = tries < furtherTries(factor);
                overrun = passing && factor == LimitingFactor.ACCEPT_QUEUE;
                boolean late = LimitAnalyst.isOnlyLate(evidence);
                boolean calmer = passing && (tries == 0 || overrun) && late && !damaged;
                boolean lastServer = server == MOST_SERVERS;
                boolean counts = !damaged && !passing;
                steps.add(counts ? step : step.notCounted());
                if (counts) {
                    failures.add(evidence);
                }
                tried = passing ? target : 0;
                tries = passing ? tries + 1 : 0;
                touched = true;
                spoilt |= !factor.leavesNoTrace();
                if (finder.next(counted()) instanceof Next.Done) {
                    continue;
                }
                meter.enter(Phase.RECOVER);
                boolean suspect = damaged || (factor.canHarmServer() && !calmer);
                if (suspect || !(holdsOn(session) || recovered(session, goodBefore, calmer))) {
                    if (lastServer) {
                        return gaveUp(first, "not closed in within %d servers".formatted(MOST_SERVERS));
                    }
                    meter.end(session);
                    server++;
                    try {
                        session = start(server);
                    } catch (ServerStartException | ScenarioNotRunException e) {
                        return gaveUp(first, notAgain(server, e));
                    }
                    touched = false;
                    spoilt = false;
                    ready = ready(session, server);
                }
            }
        } catch (ClusterException e) {
            throw new AgentFailedException(interval().ceiling(), e);
        } finally {
            meter.end(session);
        }
    }

    private ServerSession start(int number) throws InterruptedException {
        meter.enter(Phase.START);
        ServerSession session = servers.start(number);
        meter.leave();
        return session;
    }

    /** Returns how often a level is tried again at a calmer pace before its failure counts. */
    private int furtherTries(LimitingFactor factor) {
        if (!canPass(scenario, factor)) {
            return 0;
        }
        return switch (factor) {
            case UNKNOWN -> FURTHER_TRIES_WITHOUT_A_NAME;
            // A listen queue limits a pace, and hardly ever a number.
            case ACCEPT_QUEUE -> MOST_HALVINGS;
            default -> FURTHER_TRIES;
        };
    }

    /** Returns whether that may be different at a calmer pace: also a pool that only requests fill, and not connections. */
    static boolean canPass(Scenario scenario, LimitingFactor factor) {
        boolean poolOfRequests = factor == LimitingFactor.SERVER_THREADS
                && LoadWorkloads.talks(scenario)
                && !scenario.holdsThread()
                && !scenario.mayHoldThread();
        return factor.canPass() || poolOfRequests;
    }

    /** Has the load agents connect to a server, warms it, and reads what it takes without a connection. */
    private Ready ready(ServerSession session, int number) throws InterruptedException {
        meter.enter(Phase.WARM_UP);
        ReadyServer server = new ReadyServer(scenario, ramp, fleet, waiting, session, mustStop(session));
        if (steps.isEmpty()) {
            server.requireService();
        }
        meter.warmed(number, server.warm());
        meter.enter(Phase.COLLECT);
        Sample empty = session.recorder().afterGc(fleet.counts());
        meter.leave();
        return new Ready(server, empty);
    }

    private record Ready(ReadyServer server, Sample empty) {}

    private String notAgain(int server, RuntimeException why) {
        return scenario.target().isPresent()
                ? "not closed in: " + why.getMessage()
                : "server %d did not start: %s".formatted(server, why.getMessage());
    }

    /** Which is a setting of it, and no limit of the server. */
    private static boolean endedByTheWebApplication(Step step) {
        return step.after().load().failures().count(FailureCause.HOLD_TIMED_OUT) > 0;
    }

    private List<Step> counted() {
        return steps.stream().filter(Step::counted).toList();
    }

    private Outcome gaveUp(ServerSession.Started first, String why) {
        return outcome(first, interval(), Optional.empty(), Optional.of(why));
    }

    private Outcome outcome(
            ServerSession.Started first, Next.Done done, Optional<String> stoppedBy, Optional<String> gaveUp) {
        return new Outcome(
                first,
                List.copyOf(steps),
                List.copyOf(unspoilt),
                done,
                List.copyOf(failures),
                stoppedBy,
                gaveUp,
                fleet.histograms());
    }

    /** What the steps so far have shown, narrow enough or not. */
    private Next.Done interval() {
        OptionalInt firstFailure = counted().stream()
                .filter(step -> !step.passed())
                .mapToInt(Step::target)
                .min();
        int ceiling = counted().stream()
                .filter(Step::passed)
                .mapToInt(Step::target)
                .filter(target -> target < firstFailure.orElse(Integer.MAX_VALUE))
                .max()
                .orElse(0);
        return new Next.Done(ceiling, firstFailure);
    }

    /** @param halvings of the usual pace */
    private StepRunner stepRunner(ServerSession session, ReadyServer server, int halvings) {
        RampSettings pace = ramp.slower(halvings);
        return new StepRunner(
                fleet, pace, server.traffic(pace), session.recorder(), waiting, mustStop(session), meter, halvings);
    }

    private BooleanSupplier mustStop(ServerSession session) {
        return () -> session.exitCode().isPresent() || stopReasons.now().isPresent();
    }

    /**
     * Returns whether the server goes on with the responses that it holds now, as the next level: nobody has to have them ended
     * first, which a server at its limit could not take the order for.
     */
    private boolean holdsOn(ServerSession session) {
        if (!LoadWorkloads.holdsResponse(scenario)
                || session.exitCode().isPresent()
                || !(finder.next(counted()) instanceof Next.Hold next)
                || next.connections() > fleet.counts().connections().alive()) {
            return false;
        }
        fleet.trim(next.connections());
        return fleet.counts().connections().alive() == next.connections();
    }

    /**
     * Closes what was too much; whether the server is then rid of it, and serves one more than is left.
     *
     * @param answers whether it is expected to answer when it is told to end what it holds
     */
    private boolean recovered(ServerSession session, int goodBefore, boolean answers) {
        // A container does not notice that the client of a held response has gone until it writes to it.
        if (session.exitCode().isPresent() || (LoadWorkloads.holdsResponse(scenario) && !answers)) {
            return false;
        }
        if (LoadWorkloads.holdsResponse(scenario)) {
            return LoadWorkloads.isReleasable(scenario) && letGoOfAll(session);
        }
        int kept = Math.max(0, goodBefore - 1);
        fleet.trim(kept);
        // Where answers were late, what is under way may be late as well.
        long patience = answers ? Math.max(RECOVERY_NANOS, 2 * ramp.slo().toNanos()) : RECOVERY_NANOS;
        waiting.until(
                patience,
                () -> session.connections() > fleet.counts().connections().alive() + 1);
        long left = session.connections();
        if (left < kept || left > kept + 1 || fleet.counts().connections().alive() != kept) {
            return false;
        }
        // The listen queue is served in order: after this one, nothing that was given up still waits in it. Jetty
        // leaves it
        // alone for a second after an accept that failed.
        fleet.open(1, ramp.rates().opensPerSecond());
        waiting.until(patience, () -> fleet.counts().connections().pending() > 0);
        return fleet.counts().connections().alive() == kept + 1;
    }

    private boolean letGoOfAll(ServerSession session) {
        fleet.trim(0);
        long others = session.started().baseline().server().connections();
        return others >= 0
                && !new LettingGo(waiting, session::releaseHeld)
                        .stillHeldAfter(LETTING_GO, () -> session.connections() > others);
    }
}
