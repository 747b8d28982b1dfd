package io.ceiling.harness.engine.ramp;

import io.ceiling.harness.engine.session.HeldResponseRelease;
import io.ceiling.harness.engine.session.RunClock;
import io.ceiling.harness.engine.session.ServerSession;
import io.ceiling.harness.fleet.Fleet;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.result.law.ServiceTime;
import io.ceiling.harness.scenario.RampSettings;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.verdict.ramp.NextAction;
import java.time.Duration;
import java.util.Optional;

/** Returns a server, after a failed step, to the connections that it held before. */
final class ServerRecovery {

    private static final Duration RELEASE_TIMEOUT = Duration.ofSeconds(5);
    // Shortest time to drain: a level may be many times the ceiling.
    private static final Duration TO_DRAIN = Duration.ofSeconds(20);
    // Time to drain the requests of a failed step, in SLOs: they may be more than twice as many as one SLO allows.
    private static final int SLOS_TO_DRAIN = 6;

    // Largest ratio of the times of two requests that wait for no other.
    private static final double AS_ALONE = 1.5;

    private static final long SOON_NANOS = 30_000_000;

    private static final long PATIENCE_NANOS = 2_000_000_000;

    private static final long BETWEEN_NANOS = 200_000_000;

    private final LoadedServer server;
    private final Scenario scenario;
    private final Fleet fleet;
    private final ServerSession session;
    private final RunClock clock;
    private final RampSettings ramp;
    private final Optional<ServiceTime> serviceTime;

    /** @param serviceTime time of a single request; empty if it is not known */
    ServerRecovery(LoadedServer server, Optional<ServiceTime> serviceTime) {
        this.server = server;
        this.scenario = server.scenario();
        this.fleet = server.fleet();
        this.session = server.session();
        this.clock = server.clock();
        this.ramp = server.ramp();
        this.serviceTime = serviceTime;
    }

    /**
     * Returns true if the server already holds enough responses for the next level, after trimming to it. Then no
     * response needs to be released first, an order that a server at its limit might not accept.
     */
    boolean holdsEnoughFor(NextAction next) {
        if (!scenario.work().holdsResponse()
                || server.isGone()
                || !(next instanceof NextAction.Hold level)
                || level.connections() > fleet.counts().connections().alive()) {
            return false;
        }
        fleet.trim(level.connections());
        return fleet.counts().connections().alive() == level.connections();
    }

    /**
     * Closes the newest connections down to the level. Returns true if the server then has released them and serves one
     * new connection.
     *
     * @param answers true if the server is expected to answer the order to release held responses
     */
    boolean trimAndAwaitRelease(int level, boolean answers) {
        // A container does not notice that the client of a held response has gone until it writes to that response.
        if (server.isGone() || (scenario.work().holdsResponse() && !answers)) {
            return false;
        }
        if (scenario.work().inFlight().isPresent()) {
            fleet.trim(0);
            return isDrained();
        }
        if (scenario.work().holdsResponse()) {
            return scenario.workload().isReleasable() && releasesAll();
        }
        int kept = Math.max(0, level - 1);
        fleet.trim(kept);
        // Where answers were late, requests on their way may be late as well.
        long patience = answers ? Math.max(PATIENCE_NANOS, 2 * ramp.slo().toNanos()) : PATIENCE_NANOS;
        clock.pollWhile(
                patience,
                () -> session.hasConnections(fleet.counts().connections().alive() + 2));
        Observation left = session.connections();
        if (!left.isAtLeast(kept)
                || left.isAtLeast(kept + 2)
                || fleet.counts().connections().alive() != kept) {
            return false;
        }
        // The listen queue is served in order: once this connection is served, no abandoned one waits in the queue.
        // Jetty does not accept for a second after a failed accept.
        fleet.open(1, ramp.rates().opensPerSecond());
        clock.pollWhile(patience, () -> fleet.counts().connections().pending() > 0);
        return fleet.counts().connections().alive() == kept + 1;
    }

    // If the server's connections are not seen, a request that takes no longer than a single one shows that it has
    // drained.
    private boolean isDrained() {
        Observation others = session.started().baseline().server().connections();
        long patience = Math.max(TO_DRAIN.toNanos(), SLOS_TO_DRAIN * ramp.slo().toNanos());
        if (!others.isSeen() && serviceTime.isPresent()) {
            return answersAlone(patience, serviceTime.get());
        }
        return others.isSeen()
                && !clock.pollWhile(patience, () -> session.hasConnections(others.orElse(0) + 1) && canContinue())
                && canContinue();
    }

    private boolean answersAlone(long patience, ServiceTime alone) {
        long end = clock.nanoTime() + patience;
        double soon = AS_ALONE * alone.meanSeconds() * 1e9 + SOON_NANOS;
        while (clock.nanoTime() < end && canContinue()) {
            long failed = fleet.counts().failures().total();
            long begin = clock.nanoTime();
            fleet.open(1, ramp.rates().opensPerSecond());
            clock.pollWhile(
                    end - begin,
                    () -> fleet.counts().connections().alive() == 0
                            && fleet.counts().failures().total() == failed
                            && canContinue());
            boolean answered = fleet.counts().connections().alive() > 0;
            fleet.trim(0);
            if (answered && clock.nanoTime() - begin <= soon) {
                return true;
            }
            // A server that refuses at once would get thousands of connections a second.
            clock.pollWhile(BETWEEN_NANOS, this::canContinue);
        }
        return false;
    }

    private boolean canContinue() {
        return !server.mustStop();
    }

    private boolean releasesAll() {
        fleet.trim(0);
        Observation others = session.started().baseline().server().connections();
        return others.isSeen()
                && !new HeldResponseRelease(clock, session::releaseHeld)
                        .stillHeldAfter(RELEASE_TIMEOUT, () -> session.hasConnections(others.orElse(0) + 1));
    }
}
