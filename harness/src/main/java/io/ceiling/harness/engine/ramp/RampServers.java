package io.ceiling.harness.engine.ramp;

import io.ceiling.harness.engine.session.ScenarioNotRunException;
import io.ceiling.harness.engine.session.ServerSession;
import io.ceiling.harness.scenario.Phase;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.server.ServerStartException;
import io.ceiling.harness.verdict.ramp.RampState;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The servers of a ramp, one after the other. Not thread-safe. */
final class RampServers {

    private final Scenario scenario;
    private final ServerSession.Starter starter;
    private final EffortMeter meter;
    private @Nullable ServerSession now;

    RampServers(Scenario scenario, ServerSession.Starter starter, EffortMeter meter) {
        this.scenario = scenario;
        this.starter = starter;
        this.meter = meter;
    }

    /** Returns the server that is used now; one must have been started. */
    ServerSession now() {
        if (now == null) {
            throw new IllegalStateException("no server was started");
        }
        return now;
    }

    /** Starts the server of that number, and blocks until it answers. */
    ServerSession start(int number) throws InterruptedException {
        meter.enter(Phase.START);
        ServerSession started = starter.start(number);
        now = started;
        meter.leave();
        return started;
    }

    /** Replaces the server by a fresh one. Returns the reason if that is impossible. */
    Optional<String> startAfresh(RampRecord record) throws InterruptedException {
        int most = RampState.mostServers(scenario);
        if (!record.goesOnInFreshServer(most)) {
            return Optional.of(
                    scenario.isExternal()
                            ? "not closed in: the ramp had to begin anew %d times".formatted(most)
                            : "not closed in within %d servers".formatted(most));
        }
        meter.end(now());
        int number = record.state().server();
        try {
            ServerSession ignored = start(number);
        } catch (ServerStartException | ScenarioNotRunException e) {
            return Optional.of(
                    scenario.isExternal()
                            ? "not closed in: " + e.getMessage()
                            : "server %d did not start: %s".formatted(number, e.getMessage()));
        }
        return Optional.empty();
    }
}
