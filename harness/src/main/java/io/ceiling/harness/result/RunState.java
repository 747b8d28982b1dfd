package io.ceiling.harness.result;

import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.reading.Seen;
import io.ceiling.harness.scenario.Scenario;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The state of the scenario that is measured at one moment, from readings that the run takes anyway.
 *
 * @param memoryFloorBytes memory of the host that a ramp leaves, in bytes
 * @param scenario the scenario; empty before the first
 * @param passes largest number of connections that passed so far; 0 if none did
 * @param wanted connections that the present step is to hold; empty before the first step, and for a recursion
 * @param last the newest reading, at most one a second; empty before the first
 * @param collected the newest one after a full collection: the heap without garbage
 */
public record RunState(
        long memoryFloorBytes,
        Optional<Scenario> scenario,
        int passes,
        OptionalInt wanted,
        Optional<Sample> last,
        Optional<Sample> collected) {

    /** Returns the state before the first measurement of a run. */
    public static RunState before(long memoryFloorBytes) {
        return new RunState(
                memoryFloorBytes, Optional.empty(), 0, OptionalInt.empty(), Optional.empty(), Optional.empty());
    }

    /** Returns the state when the measurement of a scenario begins. */
    public RunState measuring(Scenario begun) {
        return new RunState(
                memoryFloorBytes, Optional.of(begun), 0, OptionalInt.empty(), Optional.empty(), Optional.empty());
    }

    /** Returns the state when a step of the scenario begins, which is to hold that many connections. */
    public RunState stepping(int connections) {
        return new RunState(memoryFloorBytes, scenario, passes, OptionalInt.of(connections), last, collected);
    }

    /** Returns the state after that many connections have passed. */
    public RunState passed(int connections) {
        return new RunState(memoryFloorBytes, scenario, Math.max(passes, connections), wanted, last, collected);
    }

    /** Returns the state after a further reading. */
    public RunState read(Sample sample) {
        return new RunState(
                memoryFloorBytes,
                scenario,
                passes,
                wanted,
                Optional.of(sample),
                sample.afterGc() ? Optional.of(sample) : collected);
    }

    /** Returns true if requests in flight are counted, not connections that are held. */
    public boolean isInFlight() {
        return scenario.filter(measured -> measured.work().inFlight().isPresent())
                .isPresent();
    }

    /** Returns the number of connections that are held, of a recursion its levels; not seen before the first reading. */
    public Seen held() {
        if (last.isEmpty()) {
            return Seen.NOT;
        }
        boolean recursive =
                scenario.filter(measured -> measured.workload().isRecursive()).isPresent();
        return recursive
                ? last.get().server().recursionLevelsNow()
                : Seen.of(last.get().load().connections().alive());
    }
}
