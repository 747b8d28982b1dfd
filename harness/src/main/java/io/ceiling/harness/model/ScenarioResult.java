package io.ceiling.harness.model;

import io.ceiling.container.RunningSettings;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What one scenario left.
 *
 * @param running what the server really used; null if it never started
 * @param steps in the order in which they were run, those that do not count included
 * @param forecast what arithmetic expected before anything ran; empty if the server never started
 * @param effort what it took to measure it
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

    /** Makes a result of which nobody knows what it took. */
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
