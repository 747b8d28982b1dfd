package io.ceiling.harness.engine.ramp;

import io.ceiling.harness.engine.session.ScenarioNotRunException;
import io.ceiling.harness.engine.session.ServerSession;
import io.ceiling.harness.scenario.Phase;
import io.ceiling.harness.scenario.RampSettings;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.server.ServerStartException;
import io.ceiling.harness.verdict.ramp.RampState;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The servers of a ramp, one after the other. Not thread-safe. */
final class RampServers {

    private final ServerSession.Starter starter;
    private final EffortMeter meter;
    private Load load;
    private @Nullable LoadedServer current;

    RampServers(Load load, ServerSession.Starter starter, EffortMeter meter) {
        this.load = load;
        this.starter = starter;
        this.meter = meter;
    }

    /** Returns the current server; one must have been started. */
    LoadedServer current() {
        if (current == null) {
            throw new IllegalStateException("no server was started");
        }
        return current;
    }

    /** Starts the server of that number, and blocks until it answers. */
    LoadedServer start(int number) throws InterruptedException {
        meter.enter(Phase.START);
        LoadedServer started = new LoadedServer(load, starter.start(number), meter);
        current = started;
        meter.leave();
        return started;
    }

    /** Changes the pace of this server and all later ones. */
    void at(RampSettings pace) {
        current = current().withPace(pace);
        load = load.with(pace);
    }

    /** Replaces the server by a fresh one. Returns the reason if that is impossible. */
    Optional<String> startAfresh(RampRecord record) throws InterruptedException {
        Scenario scenario = load.scenario();
        int most = RampState.maxServers(scenario);
        if (!record.goesOnInFreshServer(most)) {
            return Optional.of(
                    scenario.isExternal()
                            ? "the exact number was not found: the ramp had to begin anew %d times".formatted(most)
                            : "the exact number was not found in %d servers".formatted(most));
        }
        meter.end(current().session());
        int number = record.state().server();
        try {
            LoadedServer ignored = start(number);
        } catch (ServerStartException | ScenarioNotRunException e) {
            return Optional.of(
                    scenario.isExternal()
                            ? String.valueOf(e.getMessage())
                            : "server %d did not start: %s".formatted(number, e.getMessage()));
        }
        return Optional.empty();
    }
}
