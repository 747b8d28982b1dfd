package io.ceiling.harness.model;

import java.util.OptionalInt;

/**
 * One step of a climb: what was changed, what was predicted, what was found.
 *
 * @param climb tells this climb from others of the same run
 * @param number 1 for the start
 * @param heldBefore connections that passed before the change; empty at the start, or if nothing is known about it
 */
public record ClimbStep(
        String climb, int number, Trial trial, OptionalInt heldBefore, ScenarioResult result, Proof proof) {

    public ClimbStep {
        if (number < 1) {
            throw new IllegalArgumentException("number must be >= 1, was %d".formatted(number));
        }
    }

    /** Connections that this step holds; empty if nothing is known. */
    public OptionalInt held() {
        return result.verdict().held();
    }

    /** Whether it takes back what was raised in vain, to see whether that bound as well. */
    public boolean putsBack() {
        return trial.prediction().effect() == Prediction.Effect.FALLS;
    }

    /** How far the ceiling moved; empty if one of the two ends is not known. */
    public OptionalInt moved() {
        return held().isPresent() && heldBefore.isPresent()
                ? OptionalInt.of(held().getAsInt() - heldBefore.getAsInt())
                : OptionalInt.empty();
    }
}
