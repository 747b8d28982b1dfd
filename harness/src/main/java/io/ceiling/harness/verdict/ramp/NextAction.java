package io.ceiling.harness.verdict.ramp;

import java.util.OptionalInt;

/** The next action of a ramp. */
public sealed interface NextAction {

    /** Hold that many connections and judge the step. */
    record Hold(int connections) implements NextAction {
        public Hold {
            if (connections < 1) {
                throw new IllegalArgumentException("connections must be >= 1, was %d".formatted(connections));
            }
        }
    }

    /**
     * The ramp has ended.
     *
     * @param ceiling largest number of connections that passed below the first failure; 0 if nothing passed
     * @param firstFailure smallest number of connections that failed; empty if the cap passed
     */
    record Done(int ceiling, OptionalInt firstFailure) implements NextAction {
        public Done {
            if (ceiling < 0 || firstFailure.orElse(Integer.MAX_VALUE) <= ceiling) {
                throw new IllegalArgumentException(
                        "ceiling must be >= 0 and < first failure, were %d and %s".formatted(ceiling, firstFailure));
            }
        }
    }
}
