package io.ceiling.harness.model;

import io.ceiling.container.RunningSettings;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The result of one scenario.
 *
 * @param scenario the scenario
 * @param running settings that the server reported; null if it never started
 * @param verdict verdict on the ramp
 * @param steps steps in the order in which they were run, including those that do not count
 * @param cost cost of one more connection
 * @param forecast bound that was calculated before the run; empty if there is no forecast
 * @param durationNanos elapsed time, in ns
 * @param effort effort of measuring it
 */
public record ScenarioResult(
        Scenario scenario,
        @Nullable RunningSettings running,
        Verdict verdict,
        List<Step> steps,
        CostPerConnection cost,
        Optional<Bound> forecast,
        long durationNanos,
        Effort effort) {

    public ScenarioResult {
        steps = List.copyOf(steps);
    }

    /** Creates a result whose effort is not known. */
    public ScenarioResult(
            Scenario scenario,
            @Nullable RunningSettings running,
            Verdict verdict,
            List<Step> steps,
            CostPerConnection cost,
            Optional<Bound> forecast,
            long durationNanos) {
        this(scenario, running, verdict, steps, cost, forecast, durationNanos, Effort.NONE);
    }
}
