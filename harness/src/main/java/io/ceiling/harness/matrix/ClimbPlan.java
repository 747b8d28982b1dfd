package io.ceiling.harness.matrix;

import io.ceiling.harness.model.ClimbStep;
import io.ceiling.harness.model.Scenario;
import java.util.List;

/** Decides what a climb does; a pure function of its steps, so that the climb can be told again from its rows. */
public interface ClimbPlan {

    /** Tells this climb from others of the same run. */
    String name();

    /** The scenarios that are known before anything ran, the start in front. */
    List<Scenario> known();

    /** What follows these steps, which are in the order in which they were run. */
    ClimbMove next(List<ClimbStep> steps);
}
