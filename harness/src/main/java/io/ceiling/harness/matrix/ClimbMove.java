package io.ceiling.harness.matrix;

import io.ceiling.harness.model.Scenario;
import io.ceiling.harness.model.Trial;

/** What a climb does next. */
public sealed interface ClimbMove {

    /** Finds the ceiling of that scenario. */
    record Measure(Scenario scenario, Trial trial) implements ClimbMove {}

    /** Ends, for a reason in words. */
    record End(String why) implements ClimbMove {}
}
