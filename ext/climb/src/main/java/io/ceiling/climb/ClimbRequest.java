package io.ceiling.climb;

import io.ceiling.harness.run.RunRequest;
import java.util.List;

/**
 * The request of {@code ceiling climb}.
 *
 * @param run folder, ramp, and the scenarios that are known before the first one has run
 * @param plans climbs, run one after the other into the same folder
 * @param changesKernel true if a climb may change settings of the kernel
 */
public record ClimbRequest(RunRequest run, List<ClimbPlan> plans, boolean changesKernel) {

    public ClimbRequest {
        plans = List.copyOf(plans);
    }
}
