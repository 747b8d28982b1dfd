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
     * @param sourceAddresses of the load agents; 0 for as many as the cap asks for
     */
    record Measure(Scenario scenario, Trial trial, List<Sysctl> sysctls, int sourceAddresses) implements ClimbMove {
        public Measure {
            sysctls = List.copyOf(sysctls);
        }

        /** With kernel and addresses as they come. */
        public Measure(Scenario scenario, Trial trial) {
            this(scenario, trial, List.of(), 0);
        }
    }

    /** Ends, for a reason in words. */
    record End(String why) implements ClimbMove {}
}
