package io.ceiling.harness.verdict.ramp;

import io.ceiling.harness.result.Step;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.verdict.FailedStep;
import java.util.List;
import java.util.Optional;

/**
 * The outcome of a ramp, of which {@link Verdicts} makes the verdict.
 *
 * @param steps all steps that were run, including those that do not count
 * @param done ceiling and first failure
 * @param failures each failed step that counts, the one next to the ceiling first
 * @param control step that tells a limit of time from a limit of number; empty if none was needed or possible
 * @param unsteadyReason why the warm-up ended of the server that failed next to the ceiling; empty if it was steady then
 * @param end how the ramp ended
 */
public record RampOutcome(
        List<Step> steps,
        NextAction.Done done,
        List<FailedStep> failures,
        Optional<Step> control,
        Optional<String> unsteadyReason,
        RampEnd end) {

    public RampOutcome {
        steps = List.copyOf(steps);
        failures = List.copyOf(failures);
    }

    /**
     * The end of a ramp.
     *
     * @param stopReason reason why the ramp was stopped although nothing had failed; empty if it was not
     * @param factor limiting factor that this reason stands for; empty if it stands for none
     * @param gaveUp reason why the ramp did not close in on the ceiling; empty if it did
     */
    public record RampEnd(Optional<String> stopReason, Optional<LimitingFactor> factor, Optional<String> gaveUp) {

        public static final RampEnd CLOSED_IN = new RampEnd(Optional.empty(), Optional.empty(), Optional.empty());

        /** Creates the end of a ramp that was stopped although nothing had failed. */
        public static RampEnd stopped(String why, Optional<LimitingFactor> factor) {
            return new RampEnd(Optional.of(why), factor, Optional.empty());
        }

        /** Creates the end of a ramp that did not close in on the ceiling. */
        public static RampEnd gaveUp(String why) {
            return new RampEnd(Optional.empty(), Optional.empty(), Optional.of(why));
        }
    }
}
