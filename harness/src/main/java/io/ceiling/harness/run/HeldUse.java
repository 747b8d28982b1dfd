package io.ceiling.harness.run;

import io.ceiling.harness.fleet.Fleet;
import io.ceiling.harness.model.LoadReading;
import io.ceiling.harness.model.RampSettings;
import io.ceiling.harness.model.Scenario;
import io.ceiling.load.LoadPlan;
import java.time.Duration;
import java.util.Optional;

/** Warms a server with connections of the load agents: opens them, has them talk as the workload does, closes them. */
final class HeldUse implements Warming.Use {

    /** A cold server may take its time: nothing is late in a warm-up. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private static final Duration LET_GO = Duration.ofSeconds(5);

    private final Fleet fleet;
    private final RampSettings ramp;
    private final ServerSession session;
    private final Waiting waiting;
    private final LoadPlan plan;
    private final Optional<RaisedPublishing> publishing;
    private final boolean talks;
    private final boolean holds;
    private final long connectionsBefore;

    /** @param publishing for workloads that subscribe; empty for the others */
    HeldUse(
            Scenario scenario,
            RampSettings ramp,
            Fleet fleet,
            ServerSession session,
            Waiting waiting,
            Optional<RaisedPublishing> publishing) {
        this.fleet = fleet;
        this.ramp = ramp;
        this.session = session;
        this.waiting = waiting;
        this.publishing = publishing;
        this.plan = LoadWorkloads.plan(scenario, session.started().running(), ramp.patient(PATIENCE));
        this.talks = LoadWorkloads.talks(scenario);
        this.holds = LoadWorkloads.isReleasable(scenario);
        this.connectionsBefore = session.connections();
    }

    @Override
    public Outcome once(int connections) throws InterruptedException {
        fleet.prepare(plan);
        fleet.open(connections, ramp.opensPerSecond());
        waiting.until(2 * PATIENCE.toNanos(), () -> answered(fleet.counts()) < connections && alive());
        if (talks) {
            fleet.exchange(ramp.exchangesPerSecond());
            waiting.until(2 * PATIENCE.toNanos(), () -> fleet.counts().exchangesPending() > 0 && alive());
        }
        boolean full = true;
        double slowestMessage = 0;
        if (publishing.isPresent()) {
            full = !publishing.get().isBelowFull();
            slowestMessage = BroadcastTraffic.p99Nanos(publishing.get().once(counts -> !alive()));
        }
        LoadReading reading = fleet.reading();
        fleet.trim(0);
        if (holds) {
            session.releaseHeld();
        }
        double slowestAnswer = Math.max(
                reading.firstAnswer().p99Nanos(), talks ? reading.response().p99Nanos() : 0);
        return new Outcome(
                connections,
                connections - Math.min(connections, reading.alive()),
                (long) Math.max(slowestAnswer, slowestMessage),
                full,
                false);
    }

    private static long answered(LoadReading counts) {
        return counts.alive() + counts.failed();
    }

    private boolean alive() {
        return session.exitCode().isEmpty();
    }

    @Override
    public void end() throws InterruptedException {
        fleet.trim(0);
        LettingGo lettingGo = new LettingGo(waiting, this::release);
        boolean ignored = lettingGo.stillHeldAfter(
                LET_GO, () -> alive() && session.connections() > Math.max(0, connectionsBefore));
    }

    private void release() {
        if (holds) {
            session.releaseHeld();
        }
    }
}
