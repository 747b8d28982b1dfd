package io.ceiling.harness.result;

import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.scenario.Scenario;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The state of the scenario that is measured at one moment, from readings that the run takes anyway.
 *
 * @param memoryFloorBytes memory of the host that a ramp leaves, in bytes
 * @param scenario the scenario; empty before the first
 * @param maxPassed largest number of connections that passed so far; 0 if none did
 * @param targetConnections connections that the present step is to hold; empty before the first step, and for a recursion
 * @param lastSample the newest reading, at most one a second; empty before the first
 * @param lastAfterGc the newest one after a full collection: the heap without garbage
 */
public record RunState(
        long memoryFloorBytes,
        Optional<Scenario> scenario,
        int maxPassed,
        OptionalInt targetConnections,
        Optional<Sample> lastSample,
        Optional<Sample> lastAfterGc) {

    /** Returns the state before the first measurement of a run. */
    public static RunState before(long memoryFloorBytes) {
        return new RunState(
                memoryFloorBytes, Optional.empty(), 0, OptionalInt.empty(), Optional.empty(), Optional.empty());
    }

    /** Returns the state when the measurement of a scenario begins. */
    public RunState withScenario(Scenario begun) {
        return new RunState(
                memoryFloorBytes, Optional.of(begun), 0, OptionalInt.empty(), Optional.empty(), Optional.empty());
    }

    /** Returns the state when a step of the scenario begins, which is to hold that many connections. */
    public RunState withTarget(int connections) {
        return new RunState(
                memoryFloorBytes, scenario, maxPassed, OptionalInt.of(connections), lastSample, lastAfterGc);
    }

    /** Returns the state after that many connections have passed. */
    public RunState passed(int connections) {
        return new RunState(
                memoryFloorBytes,
                scenario,
                Math.max(maxPassed, connections),
                targetConnections,
                lastSample,
                lastAfterGc);
    }

    /** Returns the state after a further reading. */
    public RunState withSample(Sample sample) {
        return new RunState(
                memoryFloorBytes,
                scenario,
                maxPassed,
                targetConnections,
                Optional.of(sample),
                sample.afterGc() ? Optional.of(sample) : lastAfterGc);
    }

    /** Returns true if requests in flight are counted, not connections that are held. */
    public boolean isInFlight() {
        return scenario.filter(measured -> measured.work().inFlight().isPresent())
                .isPresent();
    }

    /** Returns the number of connections that are held, of a recursion its levels; not seen before the first reading. */
    public Observation heldConnections() {
        if (lastSample.isEmpty()) {
            return Observation.NOT_SEEN;
        }
        boolean recursive =
                scenario.filter(measured -> measured.workload().isRecursive()).isPresent();
        return recursive
                ? lastSample.get().server().recursionLevelsNow()
                : Observation.of(lastSample.get().load().connections().alive());
    }
}
