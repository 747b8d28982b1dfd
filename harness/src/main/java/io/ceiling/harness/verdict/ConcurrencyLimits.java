package io.ceiling.harness.verdict;

import static io.ceiling.harness.verdict.MeasuredConcurrency.answerRates;
import static io.ceiling.harness.verdict.MeasuredConcurrency.diagnosis;
import static io.ceiling.harness.verdict.MeasuredConcurrency.first;
import static io.ceiling.harness.verdict.MeasuredConcurrency.last;
import static io.ceiling.harness.verdict.MeasuredConcurrency.lawEstimateClause;
import static io.ceiling.harness.verdict.MeasuredConcurrency.milliseconds;
import static io.ceiling.harness.verdict.MeasuredConcurrency.servedCount;
import static io.ceiling.harness.verdict.MeasuredConcurrency.serviceTime;
import static io.ceiling.harness.verdict.MeasuredConcurrency.words;

import io.ceiling.harness.reading.ServerReading;
import io.ceiling.harness.reading.ThreadPools.Pool;
import io.ceiling.harness.result.Confidence;
import io.ceiling.harness.result.Step;
import io.ceiling.harness.result.law.LoadLevel;
import io.ceiling.harness.result.law.ThreadPlace;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.text.Figures;
import io.ceiling.harness.text.Plural;
import io.ceiling.harness.verdict.law.Law;
import io.ceiling.harness.verdict.law.ServingThreads;
import io.ceiling.harness.verdict.law.ServingThreads.PlaceCounts;
import io.ceiling.harness.verdict.threads.Remedies;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * Detects that a server of any make serves a limited number of requests at once, from its behaviour under load beyond
 * its ceiling: {@link io.ceiling.harness.verdict.law.ConcurrencyLaw}.
 *
 * <p>Notes. If request threads wait in code of the application, the application has the limit, and the place of the
 * wait names it. Otherwise the number and perhaps the serving threads are known, but not the setting.
 */
public final class ConcurrencyLimits {

    // Share of a pool's threads below which its size is not the limit.
    private static final double MIN_POOL_SHARE = 0.75;

    // Share of a pool above which more is served than its threads can.
    private static final double MAX_POOL_SHARE = 1.1;

    // Share of busy processors of a host from which answers may come late or in bursts.
    private static final double FULL_HOST_SHARE = 0.85;

    private ConcurrencyLimits() {}

    /**
     * Returns true if a full station was seen, or the law shows the serving threads, the waiting threads, or that
     * nothing limits concurrency: then no thread dump may decide instead.
     */
    static boolean isConclusive(FailedStep step) {
        if (step.station().isPresent() || step.law() instanceof Law.Growth) {
            return true;
        }
        if (!(step.law() instanceof Law.Limit limit)) {
            return false;
        }
        ServingThreads servingThreads = ServingThreads.of(diagnosis(step), limit);
        return servingThreads.servingPlace().isPresent()
                || servingThreads.waitingPlace().isPresent();
    }

    /** Detects a limit of which only the number, and perhaps the serving threads, are known. */
    public static Optional<Attribution> concurrencyLimit(FailedStep step) {
        Law law = step.law();
        if (!(law instanceof Law.Limit limit) || !step.hasShortage()) {
            return Optional.empty();
        }
        ServingThreads servingThreads = ServingThreads.of(diagnosis(step), limit);
        boolean paced = servingThreads
                .waitingPlace()
                .filter(waits -> waits.standing().reason() == ThreadPlace.WaitReason.TIME)
                .isPresent();
        if ((paced && limit.shape() != Law.Shape.ROUNDS)
                || (limit.shape() == Law.Shape.SERIAL
                        && servingThreads.servingPlace().isEmpty())) {
            return Optional.of(serialStep(step, servingThreads, paced));
        }
        if (servingThreads.servingPlace().isEmpty() && !limit.isDecided()) {
            return Optional.empty();
        }
        long maxThreads = step.limit(ServerReading::maxThreads).orElse(0);
        if (servingThreads.servingPlace().isEmpty() && maxThreads > 0 && limit.fits((double) maxThreads)) {
            return Optional.of(new Attribution(
                            LimitingFactor.SERVER_THREADS,
                            Confidence.MEDIUM,
                            "%s; the server has %d request threads"
                                    .formatted(words(step, limit, servingThreads), maxThreads),
                            "raise maxThreads (now %d), or use virtual threads or an asynchronous servlet"
                                    .formatted(maxThreads))
                    .asLawBased());
        }
        Optional<Pool> fullPool = servingThreads.waitingPlace().isPresent()
                ? Optional.empty()
                : ApplicationLimits.fullRequestPool(step)
                        .filter(pool -> limit.fits((double) pool.counts().threads()));
        if (fullPool.isPresent()) {
            return fullPool.map(pool -> new Attribution(
                            LimitingFactor.SERVER_THREADS,
                            Confidence.MEDIUM,
                            "%s; %d of %d threads %s in requests, none idle"
                                    .formatted(
                                            words(step, limit, servingThreads),
                                            pool.counts().inRequest(),
                                            pool.counts().threads(),
                                            pool.name()),
                            ApplicationLimits.poolRelief(pool))
                    .asLawBased());
        }
        boolean refuses = refusesExcess(last(diagnosis(step)), limit)
                && !ServerRefusals.isAfterWait(step)
                && ServerRefusals.detect(step).isPresent();
        return Optional.of(new Attribution(
                        refuses ? LimitingFactor.REFUSED_BY_SERVER : LimitingFactor.CONCURRENCY_LIMIT,
                        servingThreads.servingPlace().isPresent() ? Confidence.HIGH : Confidence.MEDIUM,
                        (refuses ? "" : processorsCaveat(step, limit))
                                + words(step, limit, servingThreads)
                                + "; nothing that can be seen of the machine, the JVM or the container is full"
                                + caveats(step, limit, servingThreads),
                        relief(last(diagnosis(step)), limit, servingThreads)
                                + (servingThreads.servingPlace().isPresent() ? "" : otherReliefs(limit))
                                + (refuses || hasProcessorReading(step) ? "" : ", or give it more processors"))
                .asLawBased());
    }

    private static String otherReliefs(Law.Limit limit) {
        return (limit.shape() == Law.Shape.ROUNDS ? "" : ", or through a step that takes one after another")
                + ", or the rate that is let through";
    }

    // Returns the other explanation, that as many processors compute, if processor use was not seen; empty otherwise.
    private static String processorsCaveat(FailedStep step, Law.Limit limit) {
        return hasProcessorReading(step)
                ? ""
                : "either a limit of %d or as many processors that compute, which are not seen: "
                        .formatted(limit.rounded());
    }

    private static boolean hasProcessorReading(FailedStep step) {
        return last(diagnosis(step)).processors().server().isPresent();
    }

    // Returns the limit of a server that answers one request after another, and not in rounds of the calculated size.
    // paced: true if the waiting requests sleep: they wait for a time, and not for one another
    private static Attribution serialStep(FailedStep step, ServingThreads servingThreads, boolean paced) {
        String interval = milliseconds(1 / last(diagnosis(step)).answerRate().perSecond());
        boolean seen = hasProcessorReading(step);
        String explanation = paced
                ? "%s, and sleep: they wait for a time, as a pace has it, or a place that is asked for again and again"
                        .formatted(servingThreads.waitingInWords())
                : "and not in rounds: a serial step, a queue with one consumer, or a pace%s; which of them is not seen%s"
                        .formatted(
                                seen ? "" : ", or processors, which are not seen",
                                servingThreads.words().isEmpty() ? "" : "; " + servingThreads.words());
        return new Attribution(
                        LimitingFactor.CONCURRENCY_LIMIT,
                        Confidence.MEDIUM,
                        "answers come one after another, each %s (%s; a single request takes %s); %s%s"
                                .formatted(
                                        interval,
                                        answerRates(step),
                                        milliseconds(serviceTime(step).meanSeconds()),
                                        explanation,
                                        lawEstimateClause(step)),
                        paced
                                ? "raise the pace that is let through, or the number that waits for its turn in %s"
                                        .formatted(servingThreads
                                                .waitingPlace()
                                                .orElseThrow()
                                                .standing()
                                                .outerMethod())
                                : "let more than one at a time through the step that takes %s%s, or raise the pace that is let through"
                                        .formatted(interval, seen ? "" : " (or give it more processors)"))
                .asLawBased();
    }

    /**
     * Returns the limit of a server that served the same number of connections in failures with clearly different
     * targets, while it hardly ran and only let the others wait: each served connection takes a place, as an open
     * answer takes a thread.
     *
     * @param failures all failures, the one next to the ceiling first
     */
    static Optional<Attribution> heldConnections(List<FailedStep> failures) {
        FailedStep first = failures.get(0);
        Step smallest = first.step();
        Step largest = failures.get(failures.size() - 1).step();
        boolean same = smallest.served() > 0
                && failures.stream().allMatch(one -> one.step().served() == smallest.served());
        boolean waits = failures.stream()
                .allMatch(step -> step.onlyLate()
                        && step.hasUnservedWaiting()
                        && PoolLimits.isNearlyIdle(step)
                        && !(step.law() instanceof Law.Growth));
        return same && waits && largest.target() >= PoolLimits.MIN_TARGET_RATIO * smallest.target()
                ? Optional.of(new Attribution(
                        LimitingFactor.CONCURRENCY_LIMIT,
                        Confidence.MEDIUM,
                        "of %d and of %d connections %d were served, and the others waited, while the server used %s of %s; nothing that can be seen of the machine, the JVM or the container is full"
                                .formatted(
                                        smallest.target(),
                                        largest.target(),
                                        smallest.served(),
                                        Figures.cores(first.cpu().server()),
                                        Plural.of(first.evidence().processors().server(), "processor")),
                        "raise what serves no more than %s at once, such as its threads or worker processes, or the rate that is let through"
                                .formatted(Plural.of(smallest.served(), "connection"))))
                : Optional.empty();
    }

    // Returns the doubts that remain if no serving thread was seen. A rate limit gives the same number at each load,
    // and so does a serial step if no rounds were seen. On a full host a request takes longer than alone.
    private static String caveats(FailedStep step, Law.Limit limit, ServingThreads servingThreads) {
        return servingThreads.servingPlace().isPresent()
                ? ""
                : "%s; or no more than %.1f/s are let through%s"
                        .formatted(
                                serialStepCaveat(step, limit),
                                last(diagnosis(step)).answerRate().perSecond(),
                                isHostFull(step) ? "; the host was full meanwhile, so that it may be more" : "");
    }

    // Returns the serial step that would answer as many, as a clause with a leading separator; empty if rounds were
    // seen.
    private static String serialStepCaveat(FailedStep step, Law.Limit limit) {
        List<Long> alone = serviceTime(step).nanos();
        return limit.shape() == Law.Shape.ROUNDS
                ? ""
                : "; or requests go one after another through a step that takes %s: alone they take %s to %s, and no rounds are seen"
                        .formatted(
                                milliseconds(
                                        1 / last(diagnosis(step)).answerRate().perSecond()),
                                milliseconds(Collections.min(alone) / 1e9),
                                milliseconds(Collections.max(alone) / 1e9));
    }

    /** Returns true if the host was full at one of the levels, or, without a reading there, in the failed step. */
    static boolean isHostFull(FailedStep step) {
        double[] seen = diagnosis(step).levels().stream()
                .flatMapToDouble(level -> level.processors().host().stream())
                .toArray();
        return seen.length == 0
                ? step.cpu().hostFull(FULL_HOST_SHARE)
                : Arrays.stream(seen).anyMatch(share -> share >= FULL_HOST_SHARE);
    }

    /** Detects that processors are the limit: the requests in service compute. */
    public static Optional<Attribution> processors(FailedStep step) {
        if (!(step.law() instanceof Law.CpuBound computes) || !step.hasShortage()) {
            return Optional.empty();
        }
        if (!computes.thread().isEmpty()
                && computes.usedProcessors() < FULL_HOST_SHARE * computes.availableProcessors()) {
            return Optional.of(new Attribution(
                    LimitingFactor.SERVER_CPU,
                    Confidence.HIGH,
                    "beyond the ceiling the thread %s computed all the time (%s), and the server used %.2f of its %.0f processors"
                            .formatted(
                                    computes.thread(),
                                    answerRates(step),
                                    computes.usedProcessors(),
                                    computes.availableProcessors()),
                    "let requests compute less in that thread, or let more threads or processes do it"));
        }
        boolean sure = computes.usedProcessors() >= FULL_HOST_SHARE * computes.availableProcessors()
                || computes.served() <= computes.availableProcessors();
        return Optional.of(new Attribution(
                LimitingFactor.SERVER_CPU,
                sure ? Confidence.HIGH : Confidence.MEDIUM,
                "beyond the ceiling %.1f requests were served at once, and the server used %.2f of its %.0f processors"
                        .formatted(computes.served(), computes.usedProcessors(), computes.availableProcessors()),
                "give the server more processors, or requests less to compute; where one thread does it all,"
                        + " more threads or processes"));
    }

    /** Returns true if the law allows that a pool of that size is the limit. */
    public static boolean mayLimit(FailedStep step, long poolSize) {
        if (step.law() instanceof Law.Growth grows) {
            return grows.servedAtHigher() <= MAX_POOL_SHARE * poolSize;
        }
        return !(step.law() instanceof Law.Limit limit)
                || limit.fits((double) poolSize)
                || limit.served() >= MIN_POOL_SHARE * poolSize;
    }

    // Returns true if the server refuses every request that finds no place, so that none waits.
    private static boolean refusesExcess(LoadLevel more, Law.Limit limit) {
        return more.failedRequests().count() > more.offered() - limit.served();
    }

    private static String relief(LoadLevel more, Law.Limit limit, ServingThreads servingThreads) {
        String what = "raise what lets no more than %s through at once"
                .formatted(Plural.of(servedCount(limit, servingThreads), "request"));
        if (refusesExcess(more, limit)) {
            return what + " and refuses the others (a bulkhead, a bounded queue, load shedding)";
        }
        Optional<ThreadPlace> waits = servingThreads
                .waitingPlace()
                .map(PlaceCounts::standing)
                .filter(standing -> !standing.inWords().isEmpty());
        if (waits.isPresent()) {
            return "%s: others wait %s".formatted(what, waits.get().inWords());
        }
        return servingThreads
                .servingPlace()
                .map(serves -> serves.standing().threadName())
                .map(threads -> "%s: perhaps %s"
                        .formatted(what, Remedies.of(threads).orElse("the number of threads " + threads)))
                .orElse(what);
    }
}
