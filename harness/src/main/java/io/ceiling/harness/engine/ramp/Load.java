package io.ceiling.harness.engine.ramp;

import io.ceiling.harness.engine.session.RunClock;
import io.ceiling.harness.engine.session.StopReasons;
import io.ceiling.harness.fleet.Fleet;
import io.ceiling.harness.run.Run;
import io.ceiling.harness.scenario.RampSettings;
import io.ceiling.harness.scenario.Scenario;
import java.time.Duration;
import java.util.Optional;

/**
 * The load on the servers of a scenario: settings, agents, clock and reasons to stop.
 *
 * @param ramp rates and time limits
 * @param fleet load agents, spread over the instances of the scenario
 * @param stopReasons reasons to end the load although nothing has failed
 */
public record Load(Scenario scenario, RampSettings ramp, Fleet fleet, RunClock clock, StopReasons stopReasons) {

    public Load {
        fleet = fleet.withServers(scenario.instances());
    }

    /**
     * Creates the load of one scenario of a run; its time limit begins now.
     *
     * @param ramp rates and time limits of the request, with the changes of the command
     */
    public static Load of(
            Run.Context context, Scenario scenario, RampSettings ramp, RunClock clock, Optional<Duration> timeLimit) {
        return new Load(
                scenario,
                ramp,
                context.agents().fleet(),
                clock,
                context.facts().stopReasons(ramp.memoryFloorBytes(), clock, timeLimit));
    }

    /** Returns the same load at another pace. */
    Load with(RampSettings other) {
        return new Load(scenario, other, fleet, clock, stopReasons);
    }
}
