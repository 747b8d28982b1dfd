package io.ceiling.harness.verdict;

import io.ceiling.harness.reading.ServerReading;
import io.ceiling.harness.result.Confidence;
import io.ceiling.harness.result.Step;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.text.Figures;
import io.ceiling.harness.text.Plural;
import io.ceiling.load.report.FailureCause;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Detects a server that closes some held connections whenever there are more than a number of them, whatever their age:
 * nginx makes room for new connections in batches of idle ones. Pure functions.
 *
 * <p>Notes. The age of these connections depends on the pace of the ramp, so it proves nothing. The number that stays
 * open does: it is the same for every target.
 */
final class ConnectionEviction {

    private static final int MIN_CLOSED = 3;
    // Largest difference of the remaining numbers, as a share of the smallest one.
    private static final double REMAINDER_TOLERANCE = 0.1;
    // Share of busy threads at which some servers no longer keep connections open.
    private static final double BUSY_SHARE = 0.7;
    // Largest number tried divided by the smallest: a share of all would be left in proportion.
    private static final double MIN_TARGET_RATIO = 1.3;

    private ConnectionEviction() {}

    /**
     * Returns true if the server closed held connections in every failure, of clearly different numbers, and the same
     * number was left each time.
     */
    static boolean isEviction(List<FailedStep> failures) {
        return failures.size() > 1
                && failures.stream().map(FailedStep::step).allMatch(step -> closedConnections(step) >= MIN_CLOSED)
                && smallest(failures, ConnectionCount.REMAINING) > 0
                && isRemainderConstant(failures)
                && failures.stream().noneMatch(ConnectionEviction::isShortOfThreads)
                && largest(failures, ConnectionCount.TARGET)
                        >= MIN_TARGET_RATIO * smallest(failures, ConnectionCount.TARGET);
    }

    /**
     * Returns the limit of connections if half of them stayed open for longer; empty otherwise.
     *
     * @param failures all failures, for which {@link #isEviction} is true
     * @param half control step with half as many connections, held for longer
     */
    static Optional<Attribution> confirm(List<FailedStep> failures, Step half) {
        if (!half.passed()) {
            return Optional.empty();
        }
        String targets = failures.stream()
                .map(FailedStep::step)
                .map(step -> Integer.toString(step.target()))
                .distinct()
                .collect(Collectors.joining(", "));
        return Optional.of(
                new Attribution(
                        LimitingFactor.SERVER_MAX_CONNECTIONS,
                        Confidence.MEDIUM,
                        "the server closed held connections when %s were tried, and left %d to %d each time; control: %s for %s stayed open, so that their number closes others"
                                .formatted(
                                        targets,
                                        smallest(failures, ConnectionCount.REMAINING),
                                        largest(failures, ConnectionCount.REMAINING),
                                        Plural.of(half.target(), "connection"),
                                        Figures.secondsOf(half.durationNanos())),
                        "raise the limit of connections of the server or of the proxy before it (such as worker_connections of nginx)"));
    }

    private static boolean isRemainderConstant(List<FailedStep> failures) {
        long batch = failures.stream()
                .map(FailedStep::step)
                .mapToLong(ConnectionEviction::closedConnections)
                .max()
                .orElseThrow();
        int least = smallest(failures, ConnectionCount.REMAINING);
        return largest(failures, ConnectionCount.REMAINING) - least
                <= Math.max(REMAINDER_TOLERANCE * least, (double) batch);
    }

    // Returns true if most threads were busy: a server may close connections because it has none for them.
    private static boolean isShortOfThreads(FailedStep failure) {
        long threads = failure.limit(ServerReading::maxThreads).orElse(0);
        return threads > 0
                && failure.peak(ServerReading::busyThreads).isAtLeast((long) Math.ceil(BUSY_SHARE * threads));
    }

    private enum ConnectionCount {
        TARGET,
        REMAINING
    }

    private static int smallest(List<FailedStep> failures, ConnectionCount side) {
        return failures.stream().mapToInt(one -> number(one, side)).min().orElseThrow();
    }

    private static int largest(List<FailedStep> failures, ConnectionCount side) {
        return failures.stream().mapToInt(one -> number(one, side)).max().orElseThrow();
    }

    private static int number(FailedStep failure, ConnectionCount side) {
        return side == ConnectionCount.TARGET
                ? failure.step().target()
                : failure.step().served();
    }

    private static long closedConnections(Step step) {
        return step.after().load().failures().count(FailureCause.CLOSED_WHILE_HELD)
                - step.before().load().failures().count(FailureCause.CLOSED_WHILE_HELD);
    }
}
