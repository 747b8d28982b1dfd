package io.ceiling.harness.matrix;

import io.ceiling.harness.model.Change;
import io.ceiling.harness.model.Prediction;
import io.ceiling.harness.model.Sysctl;
import java.util.List;

/** What can be done about a limit. */
sealed interface Relief {

    /** Raises it, and says what comes of that if it was the one that binds. */
    record Possible(Change change, Prediction prediction, List<Sysctl> sysctls) implements Relief {
        public Possible {
            sysctls = List.copyOf(sysctls);
        }

        /** By a setting of the scenario. */
        Possible(Change change, Prediction prediction) {
            this(change, prediction, List.of());
        }
    }

    /** Nothing (more), for a reason in words. */
    record Exhausted(String why) implements Relief {}
}
