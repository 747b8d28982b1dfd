package io.ceiling.harness.verdict;

import io.ceiling.harness.model.LoadReading;
import io.ceiling.harness.model.RampSettings;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Decides whether a step passed: every connection opened so far is alive and was answered correctly within the SLO, and no
 * error occurred. A pure function of two readings of the load.
 */
public final class StepJudge {

    private StepJudge() {}

    /**
     * Why the step did not pass; empty if it did.
     *
     * @param before the counts when the step began
     * @param after the reading when it ended
     */
    public static Optional<String> failure(int target, LoadReading before, LoadReading after, RampSettings ramp) {
        if (after.failed() > before.failed()) {
            return Optional.of(newFailures(before, after));
        }
        if (after.alive() < target) {
            return Optional.of("%d of %d connections served, %d still without an answer"
                    .formatted(after.alive(), target, after.pending()));
        }
        if (after.exchangesAnswered() < after.exchangesAsked()) {
            return Optional.of(
                    "%d of %d exchanges answered".formatted(after.exchangesAnswered(), after.exchangesAsked()));
        }
        long slowest = after.response().maxNanos();
        if (slowest > ramp.slo().toNanos()) {
            return Optional.of("slowest answer took %d ms, SLO %d ms"
                    .formatted(slowest / 1_000_000, ramp.slo().toMillis()));
        }
        return Optional.empty();
    }

    private static String newFailures(LoadReading before, LoadReading after) {
        return after.failures().entrySet().stream()
                .filter(failure -> failure.getValue() > before.failures().getOrDefault(failure.getKey(), 0L))
                .map(failure -> "%d x %s (%s)"
                        .formatted(
                                failure.getValue() - before.failures().getOrDefault(failure.getKey(), 0L),
                                failure.getKey(),
                                after.failureTexts().getOrDefault(failure.getKey(), "no text")))
                .collect(Collectors.joining(", "));
    }
}
