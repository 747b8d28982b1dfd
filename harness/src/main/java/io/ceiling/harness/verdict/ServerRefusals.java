package io.ceiling.harness.verdict;

import io.ceiling.harness.reading.ResponseTimes;
import io.ceiling.harness.reading.ServerReading;
import io.ceiling.harness.result.Confidence;
import io.ceiling.harness.result.law.ServiceTime;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.load.report.FailureCause;
import io.ceiling.load.report.Failures;
import io.ceiling.load.report.Refusal;
import io.ceiling.load.report.RefusalKind;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Detects that the server or the application itself refuses what is too much for it: it answers with another status, or
 * ends the connection before an answer. How long that took, compared with a request that is served, says whether a rule
 * refused it or a wait that was too long.
 *
 * <p>It comes last, before unknown: a visible limit explains its own refusals.
 */
public final class ServerRefusals {

    private static final List<FailureCause> REFUSALS =
            List.of(FailureCause.UNEXPECTED_STATUS, FailureCause.CLOSED_BEFORE_ANSWER, FailureCause.CONNECT_REFUSED);

    // Share of the time of a request up to which a refusal came at once.
    private static final double AT_ONCE = 0.5;

    // Share of the time of a request from which on a refusal came after a wait.
    private static final double AFTER_A_WAIT = 1.5;

    private static final double WAIT_SECONDS = 0.05;

    // Share of the time of a request from which on a refusal came at its end.
    private static final double AT_END = 0.9;

    /** When a refusal came, compared with an answer. */
    enum RefusalTiming {
        AT_ONCE(": at once, by a rule"),
        AT_END(": at its end"),
        AFTER_A_WAIT(": after a wait, by a queue with a time-out"),
        NOT_KNOWN("");

        private final String words;

        RefusalTiming(String words) {
            this.words = words;
        }
    }

    private ServerRefusals() {}

    /** Returns how many requests or connections were refused in the failed step. */
    static long refusedCount(FailedStep step) {
        return REFUSALS.stream().mapToLong(step::newFailures).sum();
    }

    static Optional<Attribution> detect(FailedStep step) {
        boolean closesOthers = step.newFailures(FailureCause.CLOSED_WHILE_HELD) >= refusedCount(step);
        if (refusedCount(step) == 0 || closesOthers || mayBeGone(step) || !step.hasUnserved()) {
            return Optional.empty();
        }
        return Optional.of(
                new Attribution(
                        LimitingFactor.REFUSED_BY_SERVER,
                        Confidence.MEDIUM,
                        "%d of %d served, %s%s%s"
                                .formatted(
                                        step.evidence().failed().served(),
                                        step.evidence().failed().target(),
                                        step.newFailuresInWords(),
                                        text(step),
                                        RateLimits.controlClause(step)),
                        "the server or the application refuses by itself, and nothing that can be seen of it is full: raise its own limit (of connections, of requests at once, a bulkhead, load shedding)"));
    }

    private static boolean mayBeGone(FailedStep step) {
        return step.newFailures(FailureCause.CONNECT_REFUSED) > 0
                && !step.peak(ServerReading::threads).isSeen();
    }

    private static String text(FailedStep step) {
        return REFUSALS.stream()
                .filter(cause -> step.newFailures(cause) > 0)
                .map(step::failureText)
                .findFirst()
                .orElse("");
    }

    /** Returns how requests were refused, as a clause with a leading separator; empty if none was. */
    static String clause(FailedStep step) {
        Failures since = refusals(step);
        String words = words(since);
        return words.isEmpty() ? "" : "; refused: " + words + comparison(since, step);
    }

    /** Returns the refusals by kind, such as {@code 4 x 503 after 1.2 ms}; empty if there are none. */
    public static String words(Failures since) {
        return since.refusals().entrySet().stream()
                .map(entry -> "%d x %s%s"
                        .formatted(entry.getValue().count(), entry.getKey().description(), after(entry)))
                .collect(Collectors.joining(", "));
    }

    private static String after(Map.Entry<RefusalKind, Refusal> entry) {
        boolean held = entry.getKey() == RefusalKind.HELD_CLOSED || entry.getKey() == RefusalKind.HELD_RESET;
        return held ? "" : " after %.1f ms".formatted(entry.getValue().meanNanos() / 1e6);
    }

    /** Returns true if requests that were refused had waited for a place, as in a queue with a time-out. */
    static boolean isAfterWait(FailedStep step) {
        return timing(step) == RefusalTiming.AFTER_A_WAIT;
    }

    /** Returns how many requests of the failed step were answered with one of these statuses. */
    static long refusedCount(FailedStep step, Set<RefusalKind> kinds) {
        return refusals(step).refusals().entrySet().stream()
                .filter(entry -> kinds.contains(entry.getKey()))
                .mapToLong(entry -> entry.getValue().count())
                .sum();
    }

    /**
     * Returns true if all refusals have status 429 and came at the end of a request: then the limit holds no place from
     * beginning to end.
     */
    static boolean saysTooManyAtEnd(FailedStep step) {
        return timing(step) == RefusalTiming.AT_END && saysTooMany(step);
    }

    static boolean saysTooMany(FailedStep step) {
        return refusals(step).refusals().keySet().equals(Set.of(RefusalKind.HTTP_429));
    }

    private static Failures refusals(FailedStep step) {
        return step.evidence()
                .failed()
                .after()
                .load()
                .failures()
                .since(step.evidence().failed().before().load().failures());
    }

    private static String comparison(Failures since, FailedStep step) {
        OptionalDouble served = servedSeconds(step);
        return served.isEmpty() || seconds(since).isEmpty()
                ? ""
                : " (a request that is served takes %.0f ms%s)"
                        .formatted(1e3 * served.getAsDouble(), timing(step).words);
    }

    private static OptionalDouble servedSeconds(FailedStep step) {
        ResponseTimes first = step.evidence().failed().after().load().times().firstAnswer();
        Optional<Double> single =
                step.evidence().serverTraces().diagnosis().single().map(ServiceTime::meanSeconds);
        return single.isPresent()
                ? OptionalDouble.of(single.get())
                : first.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(first.p50Nanos() / 1e9);
    }

    // Returns how long a refusal by a status took on average, in seconds; empty if there was none.
    private static OptionalDouble seconds(Failures since) {
        long count = 0;
        long nanos = 0;
        for (Map.Entry<RefusalKind, Refusal> entry : since.refusals().entrySet()) {
            if (entry.getKey().isStatus()) {
                count += entry.getValue().count();
                nanos += entry.getValue().totalNanos();
            }
        }
        return count == 0 ? OptionalDouble.empty() : OptionalDouble.of(nanos / 1e9 / count);
    }

    /** Returns when requests were refused by a status, compared with the time of one that is served. */
    static RefusalTiming timing(FailedStep step) {
        OptionalDouble single = servedSeconds(step);
        OptionalDouble took = seconds(refusals(step));
        if (single.isEmpty() || took.isEmpty()) {
            return RefusalTiming.NOT_KNOWN;
        }
        double seconds = took.getAsDouble();
        double served = single.getAsDouble();
        if (seconds <= AT_ONCE * served) {
            return RefusalTiming.AT_ONCE;
        }
        if (seconds >= Math.max(AFTER_A_WAIT * served, served + WAIT_SECONDS)) {
            return RefusalTiming.AFTER_A_WAIT;
        }
        return seconds >= AT_END * served ? RefusalTiming.AT_END : RefusalTiming.NOT_KNOWN;
    }
}
