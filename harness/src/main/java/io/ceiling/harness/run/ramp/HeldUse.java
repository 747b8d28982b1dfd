package io.ceiling.harness.run.ramp;

import io.ceiling.harness.fleet.Fleet;
import io.ceiling.harness.model.LoadReading;
import io.ceiling.harness.model.RampSettings;
import io.ceiling.harness.model.Scenario;
import io.ceiling.harness.model.Work;
import io.ceiling.harness.run.session.HeldResponseRelease;
import io.ceiling.harness.run.session.ServerSession;
import io.ceiling.harness.run.session.Waiting;
import io.ceiling.load.workload.LoadPlan;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Warms a server with connections of the load agents: opens them, has them talk as the workload does, closes them. */
final class HeldUse implements Warming.Use {

    /** A cold server may take its time: nothing is late in a warm-up. */
    static final Duration PATIENCE = Duration.ofSeconds(10);

    private static final Duration LET_GO = Duration.ofSeconds(5);
    /** For a server that does not tell how many connections it has. */
    private static final Duration BLIND_PAUSE = Duration.ofSeconds(1);

    /** Each leaves a port that is not used again for a minute. */
    private static final int MOST_CONNECTIONS = 10_000;

    private static final int MOST_CONNECTIONS_TO_TARGET = 2_000;

    private final Scenario scenario;
    private final RampSettings ramp;
    private final Fleet fleet;
    private final ServerSession session;
    private final Waiting waiting;
    private final LoadPlan plan;
    private final Optional<RaisedPublishing> publishing;
    private final BooleanSupplier mustStop;
    private final boolean talks;
    private final boolean holds;
    private final long connectionsBefore;
    private int opened;

    /**
     * Makes a warm-up of a server that is not used otherwise.
     *
     * @param work that of the scenario, or one that leaves nothing behind
     * @param publishing for workloads that subscribe; empty for the others
     * @param mustStop tells that the server is gone, or must not be used any further
     */
    HeldUse(
            Scenario scenario,
            RampSettings ramp,
            Fleet fleet,
            ServerSession session,
            Waiting waiting,
            Work work,
            Optional<RaisedPublishing> publishing,
            BooleanSupplier mustStop) {
        this.scenario = scenario;
        this.ramp = ramp;
        this.fleet = fleet;
        this.session = session;
        this.waiting = waiting;
        this.plan = AgentPlans.warmUpPlan(scenario, work, session.started().running(), ramp);
        this.publishing = publishing;
        this.mustStop = mustStop;
        this.talks = work.asksAgain();
        this.holds = work.workload().isReleasable();
        this.connectionsBefore = session.connections();
    }

    @Override
    public Outcome once(int connections) throws InterruptedException {
        fleet.prepare(plan);
        fleet.open(connections, ramp.rates().opensPerSecond());
        opened += connections;
        waiting.until(PATIENCE.toNanos(), () -> answered(fleet.counts()) < connections && !mustStop.getAsBoolean());
        if (talks) {
            fleet.exchange(ramp.rates().exchangesPerSecond());
            waiting.until(
                    PATIENCE.toNanos(), () -> fleet.counts().exchanges().pending() > 0 && !mustStop.getAsBoolean());
        }
        Optional<StepTraffic.Outcome> published = Optional.empty();
        boolean full = true;
        if (publishing.isPresent()
                && !mustStop.getAsBoolean()
                && fleet.counts().connections().alive() > 0) {
            full = !publishing.get().isBelowFull();
            published = Optional.of(publishing.get().once(counts -> mustStop.getAsBoolean()));
        }
        LoadReading reading = fleet.reading();
        fleet.trim(0);
        if (holds) {
            session.releaseHeld();
        }
        if (scenario.target().isPresent()) {
            // Its owner has said how many there may be at once.
            boolean ignored = awaitLettingGo();
        }
        boolean unharmed = published.map(StepTraffic.Outcome::unharmed).orElse(true);
        long slowestAnswer = Math.max(
                reading.times().firstAnswer().p99Nanos(),
                talks ? reading.times().exchanges().response().p99Nanos() : 0);
        long slowestMessage =
                published.map(BroadcastTraffic::p99Nanos).map(Double::longValue).orElse(0L);
        return new Outcome(
                connections,
                unharmed
                        ? connections
                                - Math.min(connections, reading.connections().alive())
                        : connections,
                Math.max(slowestAnswer, slowestMessage),
                full,
                opened >= (scenario.target().isPresent() ? MOST_CONNECTIONS_TO_TARGET : MOST_CONNECTIONS));
    }

    private static long answered(LoadReading counts) {
        return counts.connections().alive() + counts.failures().total();
    }

    @Override
    public boolean end() {
        fleet.trim(0);
        return awaitLettingGo();
    }

    /** Returns whether the server has let go; true of one that does not tell how many connections it has. */
    private boolean awaitLettingGo() {
        boolean blind = connectionsBefore < 0;
        boolean stillHeld = new HeldResponseRelease(waiting, this::release)
                .stillHeldAfter(
                        blind ? BLIND_PAUSE : LET_GO,
                        () -> session.exitCode().isEmpty() && (blind || session.connections() > connectionsBefore));
        return blind || !stillHeld;
    }

    private void release() {
        if (holds) {
            session.releaseHeld();
        }
    }
}
