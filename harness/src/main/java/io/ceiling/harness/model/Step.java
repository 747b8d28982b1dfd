package io.ceiling.harness.model;

import java.util.Optional;

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
 * @param server 1 for the first server JVM of the scenario
 * @param counted whether the ceiling was decided with it; a failure that can pass is tried once more instead
 * @param deliveries what became of the messages; empty for workloads that do not subscribe, and where it did not come to that
 */
public record Step(
        int index,
        int target,
        int served,
        boolean passed,
        String failure,
        long durationNanos,
        Sample before,
        Sample after,
        int server,
        boolean counted,
        Optional<Deliveries> deliveries) {

    public Step {
        if (target < 1) {
            throw new IllegalArgumentException("target must be >= 1, was %d".formatted(target));
        }
        if (passed && served < target) {
            throw new IllegalArgumentException("a passed step serves all: %d of %d".formatted(served, target));
        }
    }

    /** A step that counts, in the first server. */
    public Step(
            int index,
            int target,
            int served,
            boolean passed,
            String failure,
            long durationNanos,
            Sample before,
            Sample after) {
        this(index, target, served, passed, failure, durationNanos, before, after, 1, true, Optional.empty());
    }

    /** The same step in that server. */
    public Step inServer(int number) {
        return new Step(
                index, target, served, passed, failure, durationNanos, before, after, number, counted, deliveries);
    }

    /** The same step, which decides nothing. */
    public Step notCounted() {
        return new Step(
                index, target, served, passed, failure, durationNanos, before, after, server, false, deliveries);
    }

    /** The same step, with what became of its messages. */
    public Step with(Optional<Deliveries> messages) {
        return new Step(
                index, target, served, passed, failure, durationNanos, before, after, server, counted, messages);
    }
}
