package io.ceiling.harness.verdict;

import io.ceiling.harness.result.Confidence;
import io.ceiling.harness.result.law.Pacing;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.text.Plural;
import io.ceiling.harness.verdict.law.Law;
import io.ceiling.harness.verdict.law.RateLaw;
import io.ceiling.harness.verdict.law.RateLaw.RateLimit;
import java.util.Optional;

/**
 * Detects a limit of the rate, of any server and any make: what is refused, or waits, at one pace and is served at
 * another; see {@link RateLaw}.
 */
public final class RateLimits {

    // Quotient from which two rates differ.
    private static final double MIN_RATE_RATIO = 1.2;

    // Rate below which hardly anything was let through while it was measured.
    private static final double MIN_PER_SECOND = 0.5;

    private RateLimits() {}

    static Optional<Attribution> detect(FailedStep step) {
        Pacing pacing = step.evidence().serverTraces().diagnosis().pacing();
        return RateLaw.of(step.evidence().serverTraces().diagnosis())
                .filter(rate -> RateLaw.isProved(rate, pacing))
                .or(() -> byLateRefusal(step))
                // On a full host answers come in bursts, so a single client must have met the rate, or the server must
                // state it.
                .filter(rate ->
                        rate.byOneClient() || ServerRefusals.saysTooMany(step) || !ConcurrencyLimits.isHostFull(step))
                // A full station excludes a rate limit, unless a single client was refused.
                .filter(rate -> step.station().isEmpty() || isRefusedAlone(pacing))
                .map(
                        rate -> new Attribution(
                                LimitingFactor.RATE_LIMIT,
                                rate.statedByServer() ? Confidence.HIGH : Confidence.MEDIUM,
                                "%s; %s; %s%s"
                                        .formatted(
                                                rateInWords(rate, step),
                                                step.newFailuresInWords(),
                                                rate.why(),
                                                controlClause(step)),
                                "raise the limit of requests a second (such as limit_req of nginx, or a bucket of tokens in the application), or ask more slowly: it says nothing about how many connections are held"));
    }

    private static Optional<RateLimit> byLateRefusal(FailedStep step) {
        double perSecond = RateLaw.perSecond(step.evidence().serverTraces().diagnosis());
        return perSecond > 0 && ServerRefusals.saysTooManyAtEnd(step)
                ? Optional.of(new RateLimit(
                        perSecond,
                        "the server says so itself (429) when a request has taken all of its time, so that what refuses holds no place meanwhile",
                        false,
                        false))
                : Optional.empty();
    }

    private static boolean isRefusedAlone(Pacing pacing) {
        return pacing.singleClient()
                .filter(lone -> lone.failedRequests().count() > 0)
                .isPresent();
    }

    /** Returns true if the failure shows that the pace of requests is limited, so that no number of connections is found. */
    public static boolean endsRamp(LimitingFactor factor, FailedStep failure) {
        boolean refuses = factor == LimitingFactor.REFUSED_BY_SERVER || factor == LimitingFactor.BEFORE_LISTENER;
        // A limit of concurrency is no limit of the rate.
        boolean number = factor == LimitingFactor.REFUSED_BY_SERVER && failure.law() instanceof Law.Limit;
        return factor == LimitingFactor.RATE_LIMIT
                || (refuses
                        && !number
                        && failure.evidence()
                                        .serverTraces()
                                        .diagnosis()
                                        .pacing()
                                        .held()
                                > 0);
    }

    // A passed step may have got more: refused requests count as well, or a bucket was full at first.
    private static String rateInWords(RateLimit rate, FailedStep step) {
        double passed = step.evidence().serverTraces().diagnosis().passedPerSecond();
        if (passed >= MIN_RATE_RATIO * rate.perSecond() && passed >= MIN_PER_SECOND) {
            return "%s requests/s were let through in a step that passed, and %s %s: requests that are refused count as well, or a bucket was full at first"
                    .formatted(
                            number(passed),
                            rate.perSecond() < MIN_PER_SECOND
                                    ? "hardly any"
                                    : "only %s/s".formatted(number(rate.perSecond())),
                            rate.byOneClient() ? "to a single client that never pauses" : "under more load");
        }
        return rate.perSecond() < MIN_PER_SECOND
                ? "a limit of requests in a time of more than a few seconds, or one that counts requests that it refuses"
                : "%s requests/s are let through".formatted(number(rate.perSecond()));
    }

    private static String number(double perSecond) {
        return perSecond < 10 ? "%.1f".formatted(perSecond) : "%.0f".formatted(perSecond);
    }

    /** Returns what the controls showed, or why one is missing, as a clause with a leading separator; empty if there was none. */
    static String controlClause(FailedStep step) {
        Pacing pacing = step.evidence().serverTraces().diagnosis().pacing();
        return missingClientClause(step)
                + pacing.slowPace().map(RateLimits::controlClause).orElse("");
    }

    /** Returns why no single client was tried, as a clause with a leading separator; empty if one was, or need not be. */
    static String missingClientClause(FailedStep step) {
        String why = step.evidence().serverTraces().diagnosis().pacing().whyNoSingleClient();
        return why.isEmpty() ? "" : "; not seen: what a single client gets that never pauses (%s)".formatted(why);
    }

    private static String controlClause(Pacing.SlowPace calm) {
        return "; control: %s, opened and asked at %.1f/s, %s"
                .formatted(
                        Plural.of(calm.connections(), "connection"),
                        calm.perSecond(),
                        calm.passed() ? "were all served" : "were not all served: " + calm.failure());
    }

    /**
     * Returns true if a single client should be tried after a step: the server refused something, and nothing that is
     * certain explains it.
     */
    public static boolean needsSingleClient(FailedStep step) {
        Attribution named = step.attribution();
        return ServerRefusals.refusedCount(step) > 0
                && step.evidence().serverTraces().exitCode().isEmpty()
                && named.factor() != LimitingFactor.SERVER_CRASH
                && (named.confidence() != Confidence.HIGH
                        || named.factor() == LimitingFactor.BEFORE_LISTENER
                        || named.factor() == LimitingFactor.PROXY_REFUSAL);
    }
}
