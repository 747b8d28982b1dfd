package io.ceiling.climb;

import io.ceiling.harness.result.ScenarioResult;
import java.util.OptionalInt;

/**
 * One step of a climb: a change, its predicted effect and the result.
 *
 * @param climb name of the climb, which distinguishes it from others of the same run
 * @param number number of the step, 1 for the start
 * @param trial change and prediction
 * @param heldBefore connections that passed before the change; empty at the start, or if not known
 * @param result result of the scenario with the change
 * @param proof judgement of the limit that the step before named
 */
public record ClimbStep(
        String climb, int number, Trial trial, OptionalInt heldBefore, ScenarioResult result, Proof proof) {

    public ClimbStep {
        if (number < 1) {
            throw new IllegalArgumentException("number must be >= 1, was %d".formatted(number));
        }
    }

    /** Returns the connections that this step holds; empty if not known. */
    public OptionalInt held() {
        return result.verdict().held();
    }

    /**
     * Returns true if the step restores the old value of a limit whose raise did not move the ceiling, to test whether
     * that limit bound as well.
     */
    public boolean isRestoration() {
        return trial.prediction().effect() == Prediction.Effect.FALLS;
    }

    /** Returns true if the step controls the raise before it, and the climb does not go on from its settings. */
    public boolean isControl() {
        return trial.role() != Trial.Role.CLIMB;
    }

    /** Returns how far the ceiling moved, in connections; empty if one of the two ceilings is not known. */
    public OptionalInt shift() {
        return held().isPresent() && heldBefore.isPresent()
                ? OptionalInt.of(held().getAsInt() - heldBefore.getAsInt())
                : OptionalInt.empty();
    }
}
