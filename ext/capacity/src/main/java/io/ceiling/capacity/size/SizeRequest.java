package io.ceiling.capacity.size;

import io.ceiling.harness.run.RunRequest;
import io.ceiling.harness.scenario.Scenario;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The request of {@code ceiling size}.
 *
 * @param run request with all scenarios that may be measured or tried, for their agents
 * @param goal connections and memory of the user
 * @param measuredScenarios servers whose connections are measured, one after the other until one fits: that of the user, then
 *     with smaller buffers; with {@code from} that of the user alone
 * @param earlierRun folder of an earlier run whose steps replace a measurement; empty to measure
 * @param verify true to try the settings with their memory, and with a tenth less
 */
record SizeRequest(
        RunRequest run, SizingGoal goal, List<Scenario> measuredScenarios, Optional<Path> earlierRun, boolean verify) {

    public SizeRequest {
        measuredScenarios = List.copyOf(measuredScenarios);
        if (measuredScenarios.isEmpty()) {
            throw new IllegalArgumentException("measuredScenarios must be >= 1 scenario, was none");
        }
    }
}
