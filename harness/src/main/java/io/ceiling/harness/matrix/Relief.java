package io.ceiling.harness.matrix;

import io.ceiling.harness.model.Change;
import io.ceiling.harness.model.Prediction;

/** What can be done about a limit. */
sealed interface Relief {

    /** Raises it, and says what comes of that if it was the one that binds. */
    record Possible(Change change, Prediction prediction) implements Relief {}

    /** Nothing (more), for a reason in words. */
    record Exhausted(String why) implements Relief {}
}
