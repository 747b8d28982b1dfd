package io.ceiling.harness.verdict;

import io.ceiling.harness.model.Deliveries;
import io.ceiling.harness.model.LoadReading;
import io.ceiling.harness.model.Plural;
import io.ceiling.harness.model.Publishing;
import io.ceiling.harness.model.RampSettings;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Decides whether a step passed: every connection opened so far is alive and was answered correctly within the SLO, and no
 * error occurred. A pure function of two readings of the load.
 */
public final class StepJudge {

    /** A server that does less than it was told to is not measured at that rate. */
    private static final double ACHIEVED_SHARE = 0.99;

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

    /** Why the messages of a step did not pass; empty if they did. */
    public static Optional<String> failure(Deliveries messages, Publishing asked) {
        if (messages.published() == 0) {
            return Optional.of("the server published nothing");
        }
        if (!messages.sentInTime()) {
            return Optional.of("%d of %d messages were published more than 1 ms late"
                    .formatted(messages.publishedLate(), messages.published()));
        }
        if (messages.lost() > 0) {
            return Optional.of("%d of %d messages lost".formatted(messages.lost(), messages.due()));
        }
        if (messages.duplicates() > 0 || messages.outOfOrder() > 0) {
            return Optional.of("%s came twice, %d out of order"
                    .formatted(Plural.of(messages.duplicates(), "message"), messages.outOfOrder()));
        }
        if (asked.perSecond() > 0 && messages.publishedPerSecond() < ACHIEVED_SHARE * asked.perSecond()) {
            return Optional.of("%.0f messages/s published of %d asked for"
                    .formatted(messages.publishedPerSecond(), asked.perSecond()));
        }
        if (messages.times().p99Nanos() > asked.p99().toNanos()) {
            return Optional.of("99 %% of the messages came within %.1f ms, SLO %d ms"
                    .formatted(messages.times().p99Nanos() / 1e6, asked.p99().toMillis()));
        }
        return Optional.empty();
    }

    /** The failures that came between two readings, with the first text of each cause; empty if there are none. */
    public static String newFailures(LoadReading before, LoadReading after) {
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
