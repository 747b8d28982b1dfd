package io.ceiling.harness.matrix;

import io.ceiling.harness.model.Scenario;
import io.ceiling.harness.model.Sysctl;
import io.ceiling.harness.model.Trial;
import java.util.List;

/** What a climb does next. */
public sealed interface ClimbMove {

    /**
     * Finds the ceiling of that scenario.
     *
     * @param sysctls settings of the kernel to change before it
     */
    record Measure(Scenario scenario, Trial trial, List<Sysctl> sysctls) implements ClimbMove {
        public Measure {
            sysctls = List.copyOf(sysctls);
        }

        /** With the kernel as it is. */
        public Measure(Scenario scenario, Trial trial) {
            this(scenario, trial, List.of());
        }
    }

    /** Ends, for a reason in words. */
    record End(String why) implements ClimbMove {}
}
