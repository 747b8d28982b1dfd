package io.ceiling.harness.result;

import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.reading.Seen;
import io.ceiling.harness.scenario.Scenario;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * The state of a run at one moment, from readings that the run takes anyway.
 *
 * @param plan what is known before the run begins
 * @param rows number of scenarios that have a row, by the label of their verdict
 * @param scenario scenario that is measured; empty between two
 * @param steps steps of that scenario
 * @param readings readings of that scenario
 */
public record RunState(
        Plan plan, Map<String, Integer> rows, Optional<Scenario> scenario, Steps steps, Readings readings) {

    /** Time between two readings below which a rate would be noise, in ns. */
    private static final long MIN_NANOS = 200_000_000;

    /**
     * The facts of a run that are known before it begins.
     *
     * @param scenarios number of its scenarios; 0 if it is not known before, as in a climb
     * @param memoryFloorBytes memory of the host that a ramp leaves, in bytes
     */
    public record Plan(int scenarios, long memoryFloorBytes) {}

    /**
     * The steps of a scenario.
     *
     * @param done steps that have ended, those that do not count included
     * @param wanted connections that the step is to hold; empty if no step has begun, or for a recursion
     */
    public record Steps(int done, OptionalInt wanted) {

        static final Steps NONE = new Steps(0, OptionalInt.empty());
    }

    /**
     * The readings of a scenario.
     *
     * @param last the newest reading, at most one a second; empty before the first
     * @param collected the newest one after a full collection: the heap without garbage
     * @param processors processors that the server used between the newest two readings, on average; empty if it was not
     *     seen
     */
    public record Readings(Optional<Sample> last, Optional<Sample> collected, OptionalDouble processors) {

        static final Readings NONE = new Readings(Optional.empty(), Optional.empty(), OptionalDouble.empty());

        private Readings with(Sample sample) {
            return new Readings(
                    Optional.of(sample), sample.afterGc() ? Optional.of(sample) : collected, processorsUntil(sample));
        }

        private OptionalDouble processorsUntil(Sample now) {
            if (last.isEmpty()) {
                return OptionalDouble.empty();
            }
            long nanos = now.elapsedNanos() - last.get().elapsedNanos();
            if (nanos < MIN_NANOS) {
                return processors;
            }
            Seen used = now.server().cpuNanos().since(last.get().server().cpuNanos());
            // A fresh server began anew.
            return used.isAtLeast(0) ? OptionalDouble.of((double) used.orElse(0) / nanos) : OptionalDouble.empty();
        }
    }

    public RunState {
        rows = Map.copyOf(rows);
    }

    /** Returns the state of a run of which nothing was measured yet. */
    public static RunState before(Plan plan) {
        return new RunState(plan, Map.of(), Optional.empty(), Steps.NONE, Readings.NONE);
    }

    /** Returns the state after a scenario got its row with a verdict of that label. */
    public RunState withRow(String verdict) {
        Map<String, Integer> more = new TreeMap<>(rows);
        more.merge(verdict, 1, Integer::sum);
        return new RunState(plan, more, Optional.empty(), Steps.NONE, Readings.NONE);
    }

    /** Returns the state when the measurement of a scenario begins. */
    public RunState measuring(Scenario begun) {
        return new RunState(plan, rows, Optional.of(begun), Steps.NONE, Readings.NONE);
    }

    /** Returns the state when a step of the scenario begins, which is to hold that many connections. */
    public RunState stepping(int connections) {
        return new RunState(plan, rows, scenario, new Steps(steps.done(), OptionalInt.of(connections)), readings);
    }

    /** Returns the state after the step has ended. */
    public RunState stepped() {
        return new RunState(plan, rows, scenario, new Steps(steps.done() + 1, steps.wanted()), readings);
    }

    /** Returns the state after a further reading. */
    public RunState read(Sample sample) {
        return new RunState(plan, rows, scenario, steps, readings.with(sample));
    }

    /** Returns the number of connections that are held, of a recursion its levels; not seen before the first reading. */
    public Seen held() {
        if (readings.last().isEmpty()) {
            return Seen.NOT;
        }
        Sample last = readings.last().get();
        boolean recursive =
                scenario.map(measured -> measured.workload().isRecursive()).orElse(false);
        return recursive
                ? last.server().recursionLevelsNow()
                : Seen.of(last.load().connections().alive());
    }
}
