package io.ceiling.harness.verdict;

import io.ceiling.harness.reading.LoadReading;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.result.Step;
import io.ceiling.harness.result.law.Diagnosis;
import io.ceiling.harness.result.law.LoadLevel;
import io.ceiling.harness.result.law.ServiceTime;
import io.ceiling.harness.verdict.law.Law;
import io.ceiling.harness.verdict.law.ServingThreads;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** How many requests a server serves at once by what the levels beyond a ceiling say, in numbers and words. Pure functions. */
public final class MeasuredConcurrency {

    // Smallest share of the whole rounds that is in time if waiting requests are served in order.
    private static final double IN_ORDER_SHARE = 0.97;

    // Largest number of threads that is surely counted: of many more a dump has only a sample.
    private static final int MAX_COUNTED = 200;

    private MeasuredConcurrency() {}

    static String milliseconds(double seconds) {
        return seconds < 0.01 ? "%.1f ms".formatted(1e3 * seconds) : "%.0f ms".formatted(1e3 * seconds);
    }

    static ServiceTime serviceTime(FailedStep step) {
        return diagnosis(step).single().orElseThrow();
    }

    static String answerRates(FailedStep step) {
        return diagnosis(step).levels().stream()
                .map(level ->
                        "%.1f/s at %d in flight".formatted(level.answerRate().perSecond(), level.offered()))
                .collect(Collectors.joining(", "));
    }

    /** Returns what the law calculates, with what it assumes, as a clause with a leading separator; empty if nothing. */
    static String lawEstimateClause(FailedStep step) {
        if (step.law() instanceof Law.CpuBound computes) {
            return "; the server used %.2f of its %.0f processors meanwhile"
                    .formatted(computes.usedProcessors(), computes.availableProcessors());
        }
        return step.law() instanceof Law.Limit limit
                ? "; %.1f +- %.1f would be served at once if a place were held from beginning to end"
                        .formatted(limit.served(), limit.halfWidth())
                : "";
    }

    /** Returns what the law says as a clause with a leading separator, for the evidence of another limit; empty if nothing. */
    public static String lawClause(FailedStep step) {
        Law law = step.law();
        if (law instanceof Law.Limit limit) {
            return limit.isDecided() && limit.shape() != Law.Shape.SERIAL
                    ? "; " + servedInWords(step, limit, ServingThreads.of(diagnosis(step), limit))
                    : lawEstimateClause(step);
        }
        if (law instanceof Law.Growth grows) {
            double less = relativeError(step, first(diagnosis(step)));
            double more = relativeError(step, last(diagnosis(step)));
            return "; beyond the ceiling %.0f +- %.0f and then %.0f +- %.0f requests were served at once: no limit of concurrency"
                    .formatted(
                            grows.servedAtLower(),
                            less * grows.servedAtLower(),
                            grows.servedAtHigher(),
                            more * grows.servedAtHigher());
        }
        return law instanceof Law.Collapse falls
                ? "; an overload spoils answers: %s (%.1f served at once), %s"
                        .formatted(
                                answerRates(first(diagnosis(step))),
                                falls.perSecond()
                                        * diagnosis(step).single().orElseThrow().meanSeconds(),
                                answerRates(last(diagnosis(step))))
                : "";
    }

    // Returns half the width of the interval of what a level served at once, as a share.
    private static double relativeError(FailedStep step, LoadLevel level) {
        return Math.hypot(
                diagnosis(step).single().orElseThrow().relativeError(),
                level.answerRate().relativeError());
    }

    private static String answerRates(LoadLevel level) {
        LoadLevel.AnswerRate flow = level.answerRate();
        return "%.1f +- %.1f/s at %d in flight"
                .formatted(flow.perSecond(), flow.relativeError() * flow.perSecond(), level.offered());
    }

    /** Returns why the law says nothing, as a clause with a leading separator; empty if it says something. */
    static String whyUndecided(FailedStep step) {
        return step.law() instanceof Law.Undecided undecided
                        && step.evidence().scenario().work().inFlight().isPresent()
                ? "; how many are served at once is not known: " + undecided.why()
                : "";
    }

    static Diagnosis diagnosis(FailedStep step) {
        return step.evidence().serverTraces().diagnosis();
    }

    static LoadLevel first(Diagnosis diagnosis) {
        return diagnosis.levels().get(0);
    }

    static LoadLevel last(Diagnosis diagnosis) {
        return diagnosis.levels().get(diagnosis.levels().size() - 1);
    }

    static String words(FailedStep step, Law.Limit limit, ServingThreads where) {
        LoadLevel last = last(diagnosis(step));
        String places = where.words();
        return "%s%s%s"
                .formatted(
                        servedInWords(step, limit, where),
                        places.isEmpty() ? "" : "; " + places,
                        last.failedRequests().count() == 0
                                ? ""
                                : "; of %d in flight %s"
                                        .formatted(
                                                last.offered(),
                                                last.failedRequests().firstFailure()));
    }

    // Returns the number with its origin, such as "23 served at once (57.4/s at 46 in flight, ...)".
    private static String servedInWords(FailedStep step, Law.Limit limit, ServingThreads where) {
        ServiceTime single = serviceTime(step);
        String used = last(diagnosis(step)).processors().server().isPresent()
                ? "server used %.2f processors"
                        .formatted(last(diagnosis(step)).processors().server().getAsDouble())
                : "its processors are not seen";
        return "%d served at once, even if more are sent (%s, each x %.0f ms of a single request: %s); %s"
                        .formatted(
                                servedCount(limit, where),
                                answerRates(step),
                                1e3 * single.meanSeconds(),
                                limit.shape() == Law.Shape.ROUNDS
                                        ? "%.1f; a server at rest answered %.0f in its first round"
                                                .formatted(
                                                        last(diagnosis(step))
                                                                        .answerRate()
                                                                        .perSecond()
                                                                * single.meanSeconds(),
                                                        limit.served())
                                        : "%.1f +- %.1f".formatted(limit.served(), limit.halfWidth()),
                                used)
                + orderClause(step, servedCount(limit, where))
                + RateLimits.missingClientClause(step);
    }

    // Returns how many requests are in time if they are served in order of arrival: whole rounds within the SLO; empty
    // if service times differ.
    private static OptionalLong inTimeCount(FailedStep step, long number) {
        ServiceTime single = diagnosis(step).single().orElseThrow();
        long rounds = step.evidence()
                .failed()
                .outcome()
                .slo()
                .map(slo -> (long) (slo.toNanos() / 1e9 / single.meanSeconds()))
                .orElse(0L);
        return rounds < 1 || !single.isServedInRounds() ? OptionalLong.empty() : OptionalLong.of(number * rounds);
    }

    /**
     * Returns true if more requests were in flight than the law allows to be in time. Then some were late for that reason,
     * whatever else happened in that step.
     */
    static boolean explainsLateness(FailedStep step) {
        if (!(step.law() instanceof Law.Limit limit) || !limit.isDecided() || !step.onlyLate()) {
            return false;
        }
        long number = servedCount(limit, ServingThreads.of(diagnosis(step), limit));
        Step failed = step.evidence().failed();
        double seconds = diagnosis(step).single().orElseThrow().meanSeconds();
        // Requests that take different times do not wait for whole rounds.
        double atMost = number * failed.outcome().slo().orElse(Duration.ZERO).toNanos() / 1e9 / seconds;
        return atMost > 0 && outstanding(step) > inTimeCount(step, number).orElse((long) atMost);
    }

    // Returns how many requests were outstanding at once in the step that failed: those of connections that are held
    // are few.
    private static long outstanding(FailedStep step) {
        return step.evidence().scenario().work().inFlight().isPresent()
                ? step.evidence().failed().target()
                : step.window().stream()
                        .map(Sample::load)
                        .mapToLong(LoadReading::outstanding)
                        .max()
                        .orElse(0);
    }

    // Returns why fewer are in time than the whole rounds within the SLO would serve, as a clause with a leading
    // separator; empty if not fewer.
    private static String orderClause(FailedStep step, long number) {
        OptionalLong inTime = inTimeCount(step, number);
        Step failed = step.evidence().failed();
        boolean fewer = inTime.isPresent()
                && inTime.getAsLong() > number
                && failed.target() <= IN_ORDER_SHARE * inTime.getAsLong()
                && step.onlyLate();
        return !fewer
                ? ""
                : "; %d rounds of %d would be %d in time: %d of %d %s"
                        .formatted(
                                inTime.getAsLong() / number,
                                number,
                                inTime.getAsLong(),
                                Math.max(1, failed.target() - failed.served()),
                                failed.target(),
                                failed.after().server().listenQueue().waiting().isAtLeast(1)
                                        ? "stayed in its listen queue, behind connections that it keeps"
                                        : "waited for a round more, since those who wait are not served in the order in which they came");
    }

    /**
     * Returns how many are served at once: the number of serving threads if seen, of which some may be between two
     * requests at one level, and otherwise the result of the law.
     */
    static long servedCount(Law.Limit limit, ServingThreads where) {
        return where.servingPlace()
                .map(serves -> (long) Math.max(serves.countAtLower(), serves.countAtHigher()))
                .filter(threads -> threads <= MAX_COUNTED)
                .orElse(limit.rounded());
    }
}
