package io.ceiling.harness.matrix;

import io.ceiling.harness.model.Scenario;
import io.ceiling.harness.model.Sysctl;
import io.ceiling.harness.model.Trial;
import java.util.List;

/** The next action of a climb. */
public sealed interface ClimbMove {

    /**
     * Find the ceiling of a scenario.
     *
     * @param scenario the scenario
     * @param trial change of the step, with its prediction
     * @param sysctls kernel settings to change before
     * @param sourceAddresses number of local addresses of the load agents; 0 for as many as the cap needs
     */
    record Measure(Scenario scenario, Trial trial, List<Sysctl> sysctls, int sourceAddresses) implements ClimbMove {
        public Measure {
            sysctls = List.copyOf(sysctls);
        }

        /** Creates a step without changes of the kernel or the addresses. */
        public Measure(Scenario scenario, Trial trial) {
            this(scenario, trial, List.of(), 0);
        }
    }

    /**
     * The climb has ended.
     *
     * @param why reason for the end
     */
    record End(String why) implements ClimbMove {}
}
