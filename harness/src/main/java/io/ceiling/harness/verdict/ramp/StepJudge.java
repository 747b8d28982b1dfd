package io.ceiling.harness.verdict.ramp;

import io.ceiling.harness.reading.LoadReading;
import io.ceiling.harness.result.Deliveries;
import io.ceiling.harness.result.PublishedMessages;
import io.ceiling.harness.scenario.Publishing;
import io.ceiling.harness.scenario.RampSettings;
import io.ceiling.harness.text.Plural;
import io.ceiling.harness.verdict.ServerRefusals;
import io.ceiling.load.report.ConnectionCounts;
import io.ceiling.load.report.ExchangeCounts;
import io.ceiling.load.report.Failures;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Decides whether a step passed: every connection opened so far is alive and was answered correctly within the SLO, and
 * no error occurred. A pure function of two readings of the load.
 */
public final class StepJudge {

    // Share of the offered rate that must be achieved; below it, the server is not measured at that rate.
    private static final double ACHIEVED_SHARE = 0.99;

    private StepJudge() {}

    /**
     * Returns the reason why the step did not pass; empty if it did.
     *
     * @param target number of connections that were wanted
     * @param before reading when the step began
     * @param after reading when the step ended
     * @param ramp settings with the SLO
     */
    public static Optional<String> failure(int target, LoadReading before, LoadReading after, RampSettings ramp) {
        if (after.failures().total() > before.failures().total()) {
            return Optional.of(newFailures(before, after));
        }
        ConnectionCounts connections = after.connections();
        if (connections.alive() < target) {
            return Optional.of("%d of %d connections served, %d still without an answer"
                    .formatted(connections.alive(), target, connections.pending()));
        }
        ExchangeCounts exchanges = after.exchanges();
        if (exchanges.answered() < exchanges.planned()) {
            return Optional.of("%d of %d exchanges answered".formatted(exchanges.answered(), exchanges.planned()));
        }
        long slowest = after.times().exchanges().response().maxNanos();
        if (slowest > ramp.slo().toNanos()) {
            return Optional.of("slowest answer took %d ms, SLO %d ms"
                    .formatted(slowest / 1_000_000, ramp.slo().toMillis()));
        }
        return Optional.empty();
    }

    /**
     * Returns the reason why the messages of a step did not pass; empty if they did.
     *
     * @param messages deliveries of the step
     * @param publishing offered rate and SLO of the messages
     */
    public static Optional<String> failure(Deliveries messages, Publishing publishing) {
        PublishedMessages published = messages.published();
        if (published.messages() == 0) {
            return Optional.of("the server published nothing");
        }
        if (!messages.sentInTime()) {
            return Optional.of("%d of %d messages were published more than 1 ms late"
                    .formatted(published.late(), published.messages()));
        }
        if (messages.lost() > 0) {
            return Optional.of("%d of %d messages lost"
                    .formatted(messages.lost(), messages.outboxes().due()));
        }
        if (!messages.isComplete()) {
            return Optional.of("%s came twice, %d out of order"
                    .formatted(
                            Plural.of(messages.received().duplicates(), "message"),
                            messages.received().outOfOrder()));
        }
        if (publishing.perSecond() > 0 && published.perSecond() < ACHIEVED_SHARE * publishing.perSecond()) {
            return Optional.of("%.0f messages/s published of %d asked for"
                    .formatted(published.perSecond(), publishing.perSecond()));
        }
        long p99 = messages.times().response().p99Nanos();
        if (p99 > publishing.p99().toNanos()) {
            return Optional.of("99 %% of the messages came within %.1f ms, SLO %d ms"
                    .formatted(p99 / 1e6, publishing.p99().toMillis()));
        }
        return Optional.empty();
    }

    /** Returns the failures between two readings with the first text of each cause; empty if there are none. */
    public static String newFailures(LoadReading before, LoadReading after) {
        Failures since = after.failures().since(before.failures());
        String refused = ServerRefusals.words(since);
        return since.counts().entrySet().stream()
                .sorted(Comparator.comparing(failure -> failure.getKey().label()))
                .map(failure -> "%d x %s (%s)"
                        .formatted(
                                failure.getValue(),
                                failure.getKey().label(),
                                since.firstTexts().getOrDefault(failure.getKey(), "no text")))
                .collect(Collectors.joining(", ", "", refused.isEmpty() ? "" : "; refused: " + refused));
    }
}
