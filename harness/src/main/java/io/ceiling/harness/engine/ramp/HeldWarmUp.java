package io.ceiling.harness.engine.ramp;

import io.ceiling.harness.engine.session.HeldResponseRelease;
import io.ceiling.harness.engine.session.ServerSession;
import io.ceiling.harness.fleet.Fleet;
import io.ceiling.harness.reading.LoadReading;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.scenario.RampSettings;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.scenario.Work;
import io.ceiling.load.workload.LoadPlan;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Warms a server with connections of the load generator: opens them, runs the traffic of the workload over them, and
 * closes them.
 */
final class HeldWarmUp implements WarmUpRunner.WarmUpStrategy {

    /** Time limit of an answer in the warm-up: a cold server may take its time. */
    static final Duration PATIENCE = Duration.ofSeconds(10);

    private static final Duration RELEASE_TIMEOUT = Duration.ofSeconds(5);
    // Pause for a server whose connection count is not visible.
    private static final Duration BLIND_PAUSE = Duration.ofSeconds(1);

    // Bound on the connections of one warm-up to each server: each leaves a local port in TIME_WAIT for a minute.
    private static final int MAX_CONNECTIONS = 10_000;

    private static final int MAX_CONNECTIONS_TO_TARGET = 2_000;

    private final LoadedServer server;
    private final Scenario scenario;
    private final RampSettings ramp;
    private final Fleet fleet;
    private final ServerSession session;
    private final List<LoadPlan> plans;
    private final Optional<RaisedPublishing> publishing;
    private final Duration patience;
    private final boolean talks;
    private final boolean holds;
    private final Observation connectionsBefore;
    private int opened;

    /**
     * Creates the warm-up of a server that carries no other load.
     *
     * @param work work of the scenario, or one that leaves nothing behind in the server
     * @param publishing publishing of workloads that subscribe; empty for the others
     */
    HeldWarmUp(LoadedServer server, Work work, Optional<RaisedPublishing> publishing) {
        this.server = server;
        this.scenario = server.scenario();
        this.ramp = server.ramp();
        this.fleet = server.fleet();
        this.session = server.session();
        this.plans = AgentPlans.warmUpPlans(scenario, work, session, ramp);
        this.publishing = publishing;
        this.patience = ramp.withMinSlo(PATIENCE).slo();
        // With requests in flight, the first answers alone may take seconds.
        this.talks = work.repeatsRequests() && work.inFlight().isEmpty();
        this.holds = work.workload().isReleasable();
        this.connectionsBefore = session.connections();
    }

    @Override
    public WarmUpOutcome runRound(int connections) throws InterruptedException {
        fleet.prepare(plans);
        fleet.open(connections, ramp.rates().opensPerSecond());
        opened += connections;
        server.awaitWhile(patience, () -> answered(fleet.counts()) < connections);
        if (talks) {
            fleet.exchange(ramp.rates().exchangesPerSecond());
            server.awaitWhile(patience, () -> fleet.counts().exchanges().pending() > 0);
        }
        Optional<StepTraffic.TrafficOutcome> published = Optional.empty();
        boolean full = true;
        if (publishing.isPresent()
                && !server.mustStop()
                && fleet.counts().connections().alive() > 0) {
            full = !publishing.get().isBelowFull();
            published = Optional.of(publishing.get().once(counts -> server.mustStop()));
        }
        LoadReading reading = fleet.reading();
        fleet.trim(0);
        if (holds) {
            session.releaseHeld();
        }
        if (scenario.isExternal()) {
            // The user has limited the number of connections to an external server, so the old ones must be gone first.
            boolean ignored = awaitLettingGo();
        }
        boolean unharmed = published.map(StepTraffic.TrafficOutcome::completed).orElse(true);
        long slowestAnswer = Math.max(
                reading.times().firstAnswer().p99Nanos(),
                talks ? reading.times().exchanges().response().p99Nanos() : 0);
        long slowestMessage =
                published.map(BroadcastTraffic::p99Nanos).map(Double::longValue).orElse(0L);
        return new WarmUpOutcome(
                connections,
                unharmed
                        ? connections
                                - Math.min(connections, reading.connections().alive())
                        : connections,
                Math.max(slowestAnswer, slowestMessage),
                full,
                opened >= scenario.instances() * (scenario.isExternal() ? MAX_CONNECTIONS_TO_TARGET : MAX_CONNECTIONS));
    }

    static long answered(LoadReading counts) {
        return counts.connections().alive() + counts.failures().total();
    }

    @Override
    public boolean end() {
        fleet.trim(0);
        return awaitLettingGo();
    }

    // Without a visible connection count it returns true after a pause.
    private boolean awaitLettingGo() {
        boolean blind = !connectionsBefore.isSeen();
        boolean stillHeld = new HeldResponseRelease(server.clock(), this::release)
                .stillHeldAfter(
                        blind ? BLIND_PAUSE : RELEASE_TIMEOUT,
                        () -> session.exitCode().isEmpty()
                                && (blind || session.hasConnections(connectionsBefore.orElse(0) + 1)));
        return blind || !stillHeld;
    }

    private void release() {
        if (holds) {
            session.releaseHeld();
        }
    }
}
