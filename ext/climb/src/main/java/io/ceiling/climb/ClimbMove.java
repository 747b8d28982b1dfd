package io.ceiling.climb;

import io.ceiling.harness.scenario.Scenario;
import java.util.List;
import java.util.OptionalInt;

/** The next action of a climb. */
sealed interface ClimbMove {

    /**
     * Find the ceiling of a scenario.
     *
     * @param scenario the scenario
     * @param trial change of the step, with its prediction
     * @param sysctls kernel settings to change before
     * @param sourceAddresses number of local addresses of the load agents; empty if the climb did not change it
     */
    record Measure(Scenario scenario, Trial trial, List<Sysctl> sysctls, OptionalInt sourceAddresses)
            implements ClimbMove {
        public Measure {
            sysctls = List.copyOf(sysctls);
        }

        /** Creates a step without changes of the kernel or the addresses. */
        public Measure(Scenario scenario, Trial trial) {
            this(scenario, trial, List.of(), OptionalInt.empty());
        }
    }

    /**
     * The climb has ended.
     *
     * @param reason reason for the end
     */
    record End(String reason) implements ClimbMove {}
}
