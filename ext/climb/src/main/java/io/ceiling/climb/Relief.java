package io.ceiling.climb;

import io.ceiling.harness.matrix.Change;
import java.util.List;

/** The possible relief of a limit. */
sealed interface Relief {

    /**
     * A setting raises the limit.
     *
     * @param change change of the setting
     * @param prediction effect on the ceiling if the limit is the one that binds
     * @param sysctls kernel settings of the change; empty for a setting of the scenario
     */
    record Possible(Change change, Prediction prediction, List<Sysctl> sysctls) implements Relief {
        public Possible {
            sysctls = List.copyOf(sysctls);
        }

        /** Creates a relief by a setting of the scenario. */
        Possible(Change change, Prediction prediction) {
            this(change, prediction, List.of());
        }
    }

    /**
     * No setting raises the limit further.
     *
     * @param reason reason
     */
    record Exhausted(String reason) implements Relief {}
}
