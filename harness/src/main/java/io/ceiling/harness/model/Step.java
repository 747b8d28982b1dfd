package io.ceiling.harness.model;

/**
 * One level of the ramp, held for a fixed time.
 *
 * @param index 1 for the first
 * @param target connections that were to be held
 * @param served connections that were held, alive and correctly answered at the end
 * @param passed whether that was all of them, within the SLO and without an error
 * @param failure why not; empty if passed
 * @param before read at the start of the step
 * @param after read at its end: after a full collection if passed, the live state of the failure if not
 */
public record Step(
        int index,
        int target,
        int served,
        boolean passed,
        String failure,
        long durationNanos,
        Sample before,
        Sample after) {

    public Step {
        if (target < 1) {
            throw new IllegalArgumentException("target must be >= 1, was %d".formatted(target));
        }
        if (passed && served < target) {
            throw new IllegalArgumentException("a passed step serves all: %d of %d".formatted(served, target));
        }
    }
}
