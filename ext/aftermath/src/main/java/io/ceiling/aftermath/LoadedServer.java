package io.ceiling.aftermath;

import io.ceiling.harness.engine.ramp.AgentPlans;
import io.ceiling.harness.engine.ramp.EffortMeter;
import io.ceiling.harness.engine.ramp.ReadyServer;
import io.ceiling.harness.engine.ramp.StepRunner;
import io.ceiling.harness.engine.ramp.StepTraffic;
import io.ceiling.harness.engine.session.ServerSession;
import io.ceiling.harness.engine.session.StopReasons;
import io.ceiling.harness.engine.session.Waiting;
import io.ceiling.harness.fleet.Fleet;
import io.ceiling.harness.result.Step;
import io.ceiling.harness.result.WarmUp;
import io.ceiling.harness.scenario.RampSettings;
import io.ceiling.harness.scenario.Scenario;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/** A warm server with the load agents connected to it. Closing it closes the connections and stops the server. */
final class LoadedServer implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final ServerSession session;
    private final Fleet fleet;
    private final Waiting waiting;
    private final BooleanSupplier mustStop;
    private final ReadyServer server;
    private int steps;

    /** Takes over a session, which is closed if it cannot be made ready. Blocks until the server is warm. */
    LoadedServer(
            Scenario scenario,
            RampSettings ramp,
            Fleet fleet,
            ServerSession session,
            Waiting waiting,
            StopReasons stopReasons)
            throws InterruptedException {
        this.session = session;
        this.fleet = fleet;
        this.waiting = waiting;
        this.mustStop =
                () -> session.exitCode().isPresent() || stopReasons.now().isPresent();
        boolean ready = false;
        try {
            this.server = new ReadyServer(scenario, ramp, fleet, waiting, session, mustStop);
            WarmUp ignored = server.warm();
            // The agents give up no connection by themselves: what is lost is lost by the server.
            fleet.prepare(AgentPlans.plans(scenario, session, ramp.patient(PATIENCE)));
            ready = true;
        } finally {
            if (!ready) {
                session.close();
            }
        }
    }

    ServerSession session() {
        return session;
    }

    boolean mustStop() {
        return mustStop.getAsBoolean();
    }

    /** Returns the traffic of a step of the ramp. */
    StepTraffic traffic(RampSettings ramp) {
        return server.traffic(ramp);
    }

    /** Raises the connections to a level, as a step of the ramp does. Blocks until it is judged. */
    Step raise(int connections, RampSettings ramp, StepTraffic traffic) {
        return new StepRunner(
                        fleet,
                        ramp,
                        traffic,
                        session.recorder(),
                        waiting,
                        mustStop,
                        new EffortMeter(waiting::nanoTime),
                        StepRunner.window(session.listenQueue(), 0))
                .run(++steps, connections);
    }

    @Override
    public void close() {
        try {
            if (session.exitCode().isEmpty()) {
                fleet.trim(0);
            }
        } finally {
            session.close();
        }
    }
}
