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
 */
public record ScenarioResult(
        Scenario scenario,
        @Nullable RunningSettings running,
        Verdict verdict,
        List<Step> steps,
        CostPerConnection cost,
        Optional<Bound> forecast,
        long durationNanos) {

    public ScenarioResult {
        steps = List.copyOf(steps);
    }
}
