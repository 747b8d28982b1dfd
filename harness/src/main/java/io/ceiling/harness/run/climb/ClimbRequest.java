package io.ceiling.harness.run.climb;

import io.ceiling.harness.matrix.ClimbPlan;
import io.ceiling.harness.run.RunRequest;
import java.util.List;

/**
 * What {@code ceiling climb} was asked to do.
 *
 * @param run the folder, the ramp, and the scenarios that are known before anything ran
 * @param plans the climbs, one after the other into the same folder
 */
public record ClimbRequest(RunRequest run, List<ClimbPlan> plans) {

    public ClimbRequest {
        plans = List.copyOf(plans);
    }
}
