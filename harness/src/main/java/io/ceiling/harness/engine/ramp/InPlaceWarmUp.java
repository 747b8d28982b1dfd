package io.ceiling.harness.engine.ramp;

import io.ceiling.harness.engine.session.RunClock;
import io.ceiling.harness.fleet.Fleet;
import io.ceiling.harness.reading.LoadReading;
import java.time.Duration;
import java.util.Optional;

/**
 * Warms a server that keeps responses or subscribers after their client has gone, such as responses held by the user's
 * own application or subscribers that poll. It opens a few connections one after the other and leaves them open as the
 * first ones of the ramp.
 */
final class InPlaceWarmUp implements WarmUpRunner.WarmUpStrategy {

    // Connections that are opened at once. Few, because the first ones are slow and are judged by the SLO of the
    // ramp.
    private static final int FEW = 2;

    private static final int MAX = 16;
    private static final Duration PAUSE = Duration.ofMillis(125);

    private final LoadedServer server;
    private final Fleet fleet;
    private final RunClock clock;
    private final Optional<RaisedPublishing> publishing;
    private int opened;

    /**
     * Creates a warm-up of a server to which the agents are connected.
     *
     * @param publishing publishing of workloads that subscribe; empty for the others
     */
    InPlaceWarmUp(LoadedServer server, Optional<RaisedPublishing> publishing) {
        this.server = server;
        this.fleet = server.fleet();
        this.clock = server.clock();
        this.publishing = publishing;
    }

    @Override
    public WarmUpOutcome runRound(int connections) throws InterruptedException {
        int most = Math.min(MAX, connections);
        int more = Math.min(FEW, most - opened);
        long start = clock.nanoTime();
        long failures = more > 0 ? open(more) : 0;
        long slowest = more > 0 ? clock.nanoTime() - start : 0;
        boolean full = true;
        if (publishing.isPresent()) {
            full = !publishing.get().isBelowFull();
            slowest = Math.max(
                    slowest, (long) BroadcastTraffic.p99Nanos(publishing.get().once(counts -> server.mustStop())));
        } else {
            server.awaitWhile(PAUSE.minusNanos(clock.nanoTime() - start), () -> true);
        }
        // A failed connection may stay held in the server for good, so another try would take the place of connections
        // of the ramp.
        return new WarmUpOutcome(Math.max(0, more), failures, slowest, full, failures > 0, true);
    }

    private long open(int more) {
        LoadReading before = fleet.counts();
        fleet.open(more, server.ramp().rates().opensPerSecond());
        server.awaitWhile(
                server.ramp().slo().multipliedBy(2),
                () -> HeldWarmUp.answered(fleet.counts()) < HeldWarmUp.answered(before) + more);
        opened += more;
        return fleet.counts().failures().since(before.failures()).total();
    }

    @Override
    public boolean end() {
        fleet.forgetTimes();
        return true;
    }
}
