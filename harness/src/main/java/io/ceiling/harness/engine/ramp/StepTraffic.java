package io.ceiling.harness.engine.ramp;

import io.ceiling.harness.reading.LoadReading;
import io.ceiling.harness.result.Deliveries;
import java.util.Optional;
import java.util.function.Predicate;

/** The traffic over held connections that ends a step. */
public interface StepTraffic {

    /**
     * The outcome of the traffic.
     *
     * @param completed true if it ran to its end
     * @param problem an error that no count shows; empty for none
     * @param deliveries deliveries of messages; empty if none were published
     */
    record TrafficOutcome(boolean completed, Optional<String> problem, Optional<Deliveries> deliveries) {

        public static final TrafficOutcome FINE = new TrafficOutcome(true, Optional.empty(), Optional.empty());
        static final TrafficOutcome BROKEN_OFF = new TrafficOutcome(false, Optional.empty(), Optional.empty());
    }

    /** No traffic: the connections are merely held. */
    StepTraffic NONE = (step, broken) -> TrafficOutcome.FINE;

    /**
     * Runs the traffic and blocks until it is complete or {@code broken} returns true.
     *
     * @param step index of the step, from which random draws may be seeded
     */
    TrafficOutcome run(int step, Predicate<LoadReading> broken);
}
