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
     * @param unharmed true if it ran to its end
     * @param problem an error that no count shows; empty for none
     * @param deliveries deliveries of messages; empty if none were published
     */
    record Outcome(boolean unharmed, Optional<String> problem, Optional<Deliveries> deliveries) {

        public static final Outcome FINE = new Outcome(true, Optional.empty(), Optional.empty());
        static final Outcome BROKEN_OFF = new Outcome(false, Optional.empty(), Optional.empty());
    }

    /** No traffic: the connections are merely held. */
    StepTraffic NONE = (step, broken) -> Outcome.FINE;

    /**
     * Runs the traffic and blocks until it is complete or {@code broken} returns true.
     *
     * @param step index of the step, from which random draws may be seeded
     */
    Outcome run(int step, Predicate<LoadReading> broken);
}
