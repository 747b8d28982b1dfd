package io.ceiling.climb;

import io.ceiling.harness.scenario.Scenario;
import java.util.List;

/**
 * Decides the steps of a climb. A pure function of the steps so far, so that a climb can be reproduced from its rows.
 */
public interface ClimbPlan {

    /** Returns the name of the climb, which distinguishes it from others of the same run. */
    String name();

    /** Returns the scenarios that are known before the first step, the start first. */
    List<Scenario> knownScenarios();

    /**
     * Returns the next action.
     *
     * @param steps steps so far in their order
     */
    ClimbMove next(List<ClimbStep> steps);
}
