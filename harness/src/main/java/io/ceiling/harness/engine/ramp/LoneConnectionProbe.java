package io.ceiling.harness.engine.ramp;

import io.ceiling.harness.engine.session.RunClock;
import io.ceiling.harness.engine.session.ThreadPlaces;
import io.ceiling.harness.fleet.Fleet;
import io.ceiling.harness.reading.LoadReading;
import io.ceiling.harness.reading.Occupants;
import io.ceiling.harness.result.LoneConnection;
import io.ceiling.harness.scenario.RampSettings;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.verdict.FailedStep;
import io.ceiling.harness.verdict.StuckServer;
import io.ceiling.harness.verdict.ramp.StepJudge;
import io.ceiling.load.report.Failures;
import java.time.Duration;
import java.util.regex.Pattern;

/**
 * Opens one connection to a server whose load has gone, after a step that failed: a server that does not serve it either is
 * stuck. One that answers within the SLO, with whatever status, is not.
 *
 * <p>A server may still have to answer earlier requests. Then the connections in the kernel's table become fewer, and
 * each change restarts the patience. A connection that never reaches the listening socket says nothing about the
 * server.
 */
record LoneConnectionProbe(LoadedServer server, Duration backlog) {

    // Shortest time without a change after which the server counts as stuck.
    private static final Duration MIN_PATIENCE = Duration.ofSeconds(20);

    private static final int SLOS = 10;
    private static final Duration MAX_PATIENCE = Duration.ofSeconds(75);

    // A server with such an answer works: it refuses this client, or all clients for a time.
    private static final Pattern REFUSED_BY_RULE = Pattern.compile("HTTP/[\\d.]+ (4\\d\\d|503)");

    // Pause before a connection that was refused is tried again.
    private static final Duration PAUSE = Duration.ofSeconds(1);

    /**
     * Returns true if a sound server must serve one more connection after that failure: it keeps nothing of departed
     * clients, and the limit does not harm it.
     */
    static boolean isApplicable(Scenario scenario, FailedStep failure) {
        return StuckServer.isPossible(failure.attribution().factor())
                && (scenario.isExternal() || scenario.application().isPresent())
                && scenario.instances() == 1
                && !scenario.work().holdsResponse()
                && !scenario.work().keepsResponseOpen()
                && !scenario.workload().isRecursive();
    }

    /**
     * Closes all connections and opens one. Blocks until it is served, for at most 75 s. Gives up once nothing has
     * changed for the longest of 20 s, ten times the SLO and the time of the backlog.
     */
    LoneConnection probe() {
        RampSettings ramp = server.ramp();
        Fleet fleet = server.fleet();
        RunClock clock = server.clock();
        // Includes the backlog, since nothing shows how a queue within the server gets shorter.
        long patience = Math.max(
                Math.max(MIN_PATIENCE.toNanos(), backlog.toNanos()),
                Math.min(MAX_PATIENCE.toNanos(), SLOS * ramp.slo().toNanos()));
        RampSettings patient = ramp.toBuilder().slo(MAX_PATIENCE).build();
        server.prepare(patient);
        Occupants.Sockets before = occupants().sockets();
        if (!before.accepted().isSeen()) {
            // Nothing would show whether the connection reaches the server at all.
            return LoneConnection.NOT_OPENED;
        }
        long begin = clock.nanoTime();
        long changed = begin;
        long lastAttempt = begin;
        long least = Long.MAX_VALUE;
        fleet.open(1, ramp.rates().opensPerSecond());
        String lastAnswer = "no answer";
        boolean answers = false;
        while (!server.mustStop()) {
            LoadReading counts = fleet.counts();
            long now = clock.nanoTime();
            if (counts.connections().alive() > 0) {
                return LoneConnection.served();
            }
            if (counts.failures().total() > 0) {
                lastAnswer = StepJudge.newFailures(LoadReading.NONE, counts);
                answers = answersInTime(counts.failures(), ramp.slo());
            }
            if (isRefusedByRule(lastAnswer)) {
                fleet.trim(0);
                return LoneConnection.NOT_OPENED;
            }
            if (now - changed > patience || now - begin > MAX_PATIENCE.toNanos()) {
                boolean lacks = occupants().sockets().lacksOneSince(before);
                boolean stuck = now - changed > patience && !lacks && !answers;
                return alone(
                        stuck ? LoneConnection.ConnectionOutcome.STUCK : LoneConnection.ConnectionOutcome.UNDECIDED,
                        Duration.ofNanos(now - begin),
                        lastAnswer);
            }
            if (now - lastAttempt > PAUSE.toNanos()) {
                lastAttempt = now;
                long unserved = unserved(occupants().sockets());
                changed = unserved < least && least < Long.MAX_VALUE ? now : changed;
                least = Math.min(least, unserved);
                if (counts.failures().total() > 0 && counts.connections().pending() == 0) {
                    server.prepare(patient);
                    fleet.open(1, ramp.rates().opensPerSecond());
                }
            }
            server.rest();
        }
        return LoneConnection.NOT_OPENED;
    }

    /** Returns true if the answer is a refusal by a rule, which may hold for a minute: the server itself works. */
    static boolean isRefusedByRule(String answer) {
        return REFUSED_BY_RULE.matcher(answer).find();
    }

    /** Returns true if another status came in time: a server that answers is not stuck. */
    static boolean answersInTime(Failures failures, Duration slo) {
        return failures.refusals().entrySet().stream()
                .anyMatch(refused ->
                        refused.getKey().isStatus() && refused.getValue().longestNanos() <= slo.toNanos());
    }

    private LoneConnection alone(LoneConnection.ConnectionOutcome outcome, Duration waited, String instead) {
        ThreadPlaces.ThreadSnapshot look = server.session().threads();
        LoneConnection alone = new LoneConnection(
                outcome, waited, instead, StuckServer.places(look.crowd(), look.deadlock()), occupants());
        server.fleet().trim(0);
        return alone;
    }

    private Occupants occupants() {
        return server.session().occupants();
    }

    private static long unserved(Occupants.Sockets sockets) {
        return sockets.closedByClient().plus(sockets.waiting()).orElse(0);
    }
}
