package io.ceiling.harness.result;

import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.Sample;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * One level of the ramp, held for a fixed time.
 *
 * @param index number of the step, 1 for the first
 * @param target number of connections that were to be held
 * @param served number of connections that were held, alive and correctly answered at the end
 * @param outcome whether the level was held
 * @param reading readings at the start and the end
 * @param server number of the server JVM of the scenario, 1 for the first
 * @param use what the step decides
 * @param deliveries deliveries of messages; empty for workloads that do not subscribe, and for a step that ended before
 */
public record Step(
        int index,
        int target,
        int served,
        StepOutcome outcome,
        StepReading reading,
        int server,
        Use use,
        Optional<Deliveries> deliveries) {

    /** What a step decides. */
    public enum Use {
        /** Nothing: it was tried again, or tells limits of time from limits of number. */
        NOTHING,
        CEILING,
        /** The cost of a connection as well: it passed in a server without traces of a failure, which would distort it. */
        CEILING_AND_COST
    }

    /**
     * The outcome of a level.
     *
     * @param passed true if all connections were held, within the SLO and without an error
     * @param failure reason for the failure; empty if passed
     * @param slo time within which answers or messages had to arrive; empty if the level was not judged by time
     */
    public record StepOutcome(boolean passed, String failure, Optional<Duration> slo) {

        /** Creates an outcome that was not judged by time. */
        public StepOutcome(boolean passed, String failure) {
            this(passed, failure, Optional.empty());
        }
    }

    /**
     * The readings of a step.
     *
     * @param durationNanos duration of the step, in ns
     * @param generator readings of the load generator over the step
     * @param before sample at the start
     * @param after sample at the end: after a full collection if the step passed, otherwise the state of the failure
     */
    public record StepReading(long durationNanos, Generator generator, Sample before, Sample after) {

        /** Creates the readings of a step without load agents, or before they were read. */
        public StepReading(long durationNanos, Sample before, Sample after) {
            this(durationNanos, Generator.NOT_SEEN, before, after);
        }
    }

    /**
     * The work of a step: what the load generator did, and what it cost the server.
     *
     * @param opensPerSecond rate at which connections were opened and first answered; empty if none was
     * @param fullestLoop share of the time that the fullest event loop worked, in the traffic of the step, or while
     *     connections were opened if there was none; empty if that was not seen
     * @param answersPerSecond requests of the traffic of the step that were answered, over the time of that traffic, from
     *     its first request to its last answer; empty if there was no traffic
     * @param serverNanosEach processor time of the server in the traffic of the step, for each answer or each delivered message, in
     *     ns; empty if there was no traffic, or too little to tell
     */
    public record Generator(
            OptionalDouble opensPerSecond,
            OptionalDouble fullestLoop,
            OptionalDouble answersPerSecond,
            OptionalDouble serverNanosEach) {

        public static final Generator NOT_SEEN = new Generator(
                OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty());
    }

    public Step {
        if (target < 1) {
            throw new IllegalArgumentException("target must be >= 1, was %d".formatted(target));
        }
        if (outcome.passed() && served < target) {
            throw new IllegalArgumentException("a passed step serves all: %d of %d".formatted(served, target));
        }
    }

    /** Creates a step that counts, in the first server. */
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
                new StepOutcome(passed, failure),
                new StepReading(durationNanos, before, after),
                1,
                Use.CEILING,
                Optional.empty());
    }

    public boolean passed() {
        return outcome.passed();
    }

    /** Returns true if the step decides the ceiling. */
    public boolean counted() {
        return use != Use.NOTHING;
    }

    /** Returns true if its readings are points of the lines of the cost of a connection. */
    public boolean costPoint() {
        return use == Use.CEILING_AND_COST;
    }

    public String failure() {
        return outcome.failure();
    }

    public long durationNanos() {
        return reading.durationNanos();
    }

    public Generator generator() {
        return reading.generator();
    }

    /**
     * Returns the share of requests that were sent more than 1 ms late, 0 to 1; empty if the step came to no exchange.
     */
    public OptionalDouble lateShare() {
        boolean exchanged = !after().load().exchanges().equals(before().load().exchanges());
        return exchanged ? after().load().exchanges().lateShare() : OptionalDouble.empty();
    }

    /** Returns the longest time for which a load agent was kept from running during the step, in ns. */
    public Observation longestPause() {
        return after().load().agents() == 0
                ? Observation.NOT_SEEN
                : Observation.of(after().load().process().longestPauseInStepNanos());
    }

    public Sample before() {
        return reading.before();
    }

    public Sample after() {
        return reading.after();
    }

    /**
     * Returns the same step as one of several instances saw it, among which the connections were spread evenly. Its
     * deliveries are those of all instances, since those of a single one are not counted.
     *
     * @param instance index of the instance, 0 for the first
     * @param instances number of instances
     */
    public Step ofInstance(int instance, int instances) {
        Sample after = after().ofInstance(instance);
        int alive = Math.toIntExact(after.load().connections().alive());
        int share = target / instances + (instance < target % instances ? 1 : 0);
        int its = Math.max(1, passed() ? Math.min(share, alive) : share);
        StepReading read = new StepReading(durationNanos(), generator(), before().ofInstance(instance), after);
        return new Step(index, its, alive, outcome, read, server, use, deliveries);
    }

    public Step withServer(int number) {
        return new Step(index, target, served, outcome, reading, number, use, deliveries);
    }

    public Step notCounted() {
        return with(Use.NOTHING);
    }

    public Step with(Use other) {
        return new Step(index, target, served, outcome, reading, server, other, deliveries);
    }

    /** Returns the same step, judged by that time. */
    public Step withSlo(Duration slo) {
        StepOutcome judged = new StepOutcome(outcome.passed(), outcome.failure(), Optional.of(slo));
        return new Step(index, target, served, judged, reading, server, use, deliveries);
    }

    /** Returns the same step with the readings of the load generator. */
    public Step with(Generator seen) {
        StepReading more = new StepReading(durationNanos(), seen, before(), after());
        return new Step(index, target, served, outcome, more, server, use, deliveries);
    }

    public Step with(Optional<Deliveries> messages) {
        return new Step(index, target, served, outcome, reading, server, use, messages);
    }
}
