package io.ceiling.harness.model;

import java.util.Optional;

/**
 * One level of the ramp, held for a fixed time.
 *
 * @param index 1 for the first
 * @param target connections that were to be held
 * @param served connections that were held, alive and correctly answered at the end
 * @param server 1 for the first server JVM of the scenario
 * @param counted true if the ceiling was decided with it; a failure that can pass is tried once more instead
 * @param deliveries what became of the messages; empty for workloads that do not subscribe, and where it did not come to that
 */
public record Step(
        int index,
        int target,
        int served,
        Outcome outcome,
        Reading reading,
        int server,
        boolean counted,
        Optional<Deliveries> deliveries) {

    /**
     * Whether the level was held.
     *
     * @param passed true if all connections were held, within the SLO and without an error
     * @param failure why not; empty if passed
     */
    public record Outcome(boolean passed, String failure) {}

    /**
     * What was read around the level.
     *
     * @param before read at the start of the step
     * @param after read at its end: after a full collection if passed, the live state of the failure if not
     */
    public record Reading(long durationNanos, Sample before, Sample after) {}

    public Step {
        if (target < 1) {
            throw new IllegalArgumentException("target must be >= 1, was %d".formatted(target));
        }
        if (outcome.passed() && served < target) {
            throw new IllegalArgumentException("a passed step serves all: %d of %d".formatted(served, target));
        }
    }

    /** Makes a step that counts, in the first server. */
    public Step(
            int index,
            int target,
            int served,
            boolean passed,
            String failure,
            long durationNanos,
            Sample before,
            Sample after) {
        this(
                index,
                target,
                served,
                new Outcome(passed, failure),
                new Reading(durationNanos, before, after),
                1,
                true,
                Optional.empty());
    }

    public boolean passed() {
        return outcome.passed();
    }

    public String failure() {
        return outcome.failure();
    }

    public long durationNanos() {
        return reading.durationNanos();
    }

    public Sample before() {
        return reading.before();
    }

    public Sample after() {
        return reading.after();
    }

    /** Returns the same step in that server. */
    public Step inServer(int number) {
        return new Step(index, target, served, outcome, reading, number, counted, deliveries);
    }

    /** Returns the same step, which decides nothing. */
    public Step notCounted() {
        return new Step(index, target, served, outcome, reading, server, false, deliveries);
    }

    /** Returns the same step, with what became of its messages. */
    public Step with(Optional<Deliveries> messages) {
        return new Step(index, target, served, outcome, reading, server, counted, messages);
    }
}
