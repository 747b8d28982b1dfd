package io.ceiling.harness.run.ramp;

import io.ceiling.harness.model.Deliveries;
import io.ceiling.harness.model.LoadReading;
import java.util.Optional;
import java.util.function.Predicate;

/** What is said over connections that were opened and held; it ends a step. */
public interface StepTraffic {

    /**
     * What came of it.
     *
     * @param unharmed whether it went on to its end
     * @param problem what went wrong that no count shows
     * @param deliveries of messages, if any were published
     */
    record Outcome(boolean unharmed, Optional<String> problem, Optional<Deliveries> deliveries) {

        public static final Outcome FINE = new Outcome(true, Optional.empty(), Optional.empty());
        static final Outcome BROKEN_OFF = new Outcome(false, Optional.empty(), Optional.empty());
    }

    /** Nothing: the connections are merely held. */
    StepTraffic NONE = (step, broken) -> Outcome.FINE;

    /**
     * Blocks until all is said, or something broke.
     *
     * @param step its index, from which random draws may begin
     */
    Outcome run(int step, Predicate<LoadReading> broken);
}
