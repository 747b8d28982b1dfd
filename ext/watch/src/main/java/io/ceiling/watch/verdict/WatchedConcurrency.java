package io.ceiling.watch.verdict;

import io.ceiling.harness.reading.ServerReading;
import io.ceiling.harness.result.Confidence;
import io.ceiling.harness.result.law.Diagnosis;
import io.ceiling.harness.result.law.LoadLevel;
import io.ceiling.harness.result.law.ServiceTime;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.text.Plural;
import io.ceiling.harness.verdict.ApplicationLimits;
import io.ceiling.harness.verdict.Attribution;
import io.ceiling.harness.verdict.ConcurrencyLimits;
import io.ceiling.harness.verdict.FailedStep;
import io.ceiling.harness.verdict.MeasuredConcurrency;
import io.ceiling.harness.verdict.StationLimits;
import io.ceiling.harness.verdict.law.ConcurrencyLaw;
import io.ceiling.harness.verdict.law.Law;
import io.ceiling.harness.verdict.law.ServingThreads;
import io.ceiling.watch.WatchVerdict;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Computes how many requests a watched server served at once, from the whole run and with the law of a ramp,
 * {@link ConcurrencyLaw}. Pure functions.
 *
 * <p>Notes. A limit that a reading has shown keeps its name: it has precedence over the law. Full request threads are
 * the exception: they are also full where the application lets only some of them through.
 */
public final class WatchedConcurrency {

    // A limit that is met for this share of the highest level explains it.
    private static final double EXPLAINED_SHARE = 0.5;

    // If a named limit is met for this share of the highest level, no unnamed one is added.
    private static final double OVERLAP_SHARE = 0.2;

    // Share of the requests in flight that must be served at once so that hardly any waits.
    private static final double NO_WAITING_SHARE = 0.75;

    // Ratio of requests served at once to those in flight above which answers came too soon to be real.
    private static final double MAX_SERVED_RATIO = 1.4;

    // Ratio of requests in flight to those served at once from which on some certainly waited.
    private static final double WAITING_RATIO = 1.3;

    // Share of the requests in flight that must be unread in sockets to count as waiting.
    private static final double QUEUED_SHARE = 0.1;

    // Factors from full threads and from stacks: where the law finds one as well, its name, with a number, is better.
    private static final Set<LimitingFactor> REFINED_FACTORS =
            EnumSet.of(LimitingFactor.SERVER_THREADS, LimitingFactor.APPLICATION_POOL, LimitingFactor.APPLICATION_LOCK);

    private static final double MIN_IN_FLIGHT = 2;

    // Fewest requests served at once.
    private static final double MIN_SERVED = 0.8;

    // Share of its processors from which a host is full.
    private static final double FULL_HOST = 0.85;

    // Share of its processors below which a server does not run but wait.
    private static final double IDLE_SHARE = 0.1;

    private WatchedConcurrency() {}

    /** Returns true if the time of a single request would tell something that is not known yet. */
    public static boolean needsSingleRequest(WatchedFacts watched, WatchedRun watchedRun, List<MetLimit> met) {
        return watchedRun
                .run()
                .highestLevel()
                .filter(top -> top.offered() >= MIN_IN_FLIGHT)
                .filter(top -> !isExplained(watched, watchedRun, met, top))
                .isPresent();
    }

    // A host that others keep busy does not explain why idle servers let requests wait.
    private static boolean isExplained(
            WatchedFacts watched, WatchedRun watchedRun, List<MetLimit> met, ToolRun.HighestLevel top) {
        boolean idle = watchedRun.run().levels(1, 1, 1).stream()
                .flatMapToDouble(level -> level.processors().server().stream())
                .anyMatch(cores -> cores < IDLE_SHARE * watched.processors().server());
        return met.stream()
                .filter(limit -> !REFINED_FACTORS.contains(limit.factor()))
                .filter(limit -> !(idle && limit.factor() == LimitingFactor.HOST_CPU))
                .anyMatch(limit -> explains(limit, top));
    }

    /**
     * Returns the met limits, and that of the requests served at once if no other explains why requests waited.
     *
     * @param single times of single requests; empty if none were sent
     * @param whyNone why there were none; empty if there were
     */
    public static WatchVerdict of(
            WatchedFacts watched,
            WatchedRun watchedRun,
            List<MetLimit> met,
            Optional<ServiceTime> single,
            String whyNone) {
        Optional<ToolRun.HighestLevel> top =
                watchedRun.run().highestLevel().filter(one -> one.offered() >= MIN_IN_FLIGHT);
        if (top.isEmpty()) {
            boolean isShortRun = watchedRun.run().highestLevel().isEmpty();
            return new WatchVerdict(
                    met,
                    !isShortRun,
                    watchedRun.moments().isEmpty()
                            ? "how many waited is not known: neither connections nor the tool show how many requests"
                                    + " were in flight"
                            : isShortRun
                                    ? "how many waited is not known: %s do not show it"
                                            .formatted(Plural.of(
                                                    watchedRun.moments().size(), "reading"))
                                    : "no two requests were in flight for as long as three readings");
        }
        if (watchedRun.process().exitCode().isPresent() || isExplained(watched, watchedRun, met, top.get())) {
            return new WatchVerdict(met, false, "");
        }
        List<Long> quiet = watchedRun.run().quietNanos();
        Optional<ServiceTime> time =
                single.or(() -> quiet.isEmpty() ? Optional.empty() : Optional.of(new ServiceTime(quiet)));
        return time.map(service -> judge(watched, watchedRun, met, top.get(), service))
                .orElseGet(() -> judgeWithoutSingleTime(watched, watchedRun, met, top.get(), whyNone));
    }

    private static boolean explains(MetLimit limit, ToolRun.HighestLevel top) {
        return overlapNanos(limit, top) >= EXPLAINED_SHARE * (top.toNanos() - top.fromNanos());
    }

    // Threads may have been looked at late: any time of the highest level suffices.
    private static boolean isRefined(MetLimit limit, ToolRun.HighestLevel top) {
        return REFINED_FACTORS.contains(limit.factor()) && overlapNanos(limit, top) > 0;
    }

    private static long overlapNanos(MetLimit limit, ToolRun.HighestLevel top) {
        return Math.min(limit.toNanos(), top.toNanos()) - Math.max(limit.fromNanos(), top.fromNanos());
    }

    private static WatchVerdict judgeWithoutSingleTime(
            WatchedFacts watched, WatchedRun watchedRun, List<MetLimit> met, ToolRun.HighestLevel top, String whyNone) {
        Optional<ToolRun.Growth> growth = watchedRun.run().growth();
        if (growth.isPresent()) {
            return new WatchVerdict(met, true, growthText(growth.get()));
        }
        Optional<Attribution> stacks = met.isEmpty() ? byStacks(watched, watchedRun, top) : Optional.empty();
        if (stacks.isPresent()) {
            return new WatchVerdict(List.of(limit(stacks.get(), watchedRun, MIN_IN_FLIGHT)), false, "");
        }
        String inFlight =
                "%.0f requests were in flight, %.1f were answered a second".formatted(top.offered(), top.perSecond());
        if (met.isEmpty() && top.queued() >= Math.max(1, QUEUED_SHARE * top.offered())) {
            return withUnnamedLimit(met, top, "%s, %.0f waited unread".formatted(inFlight, top.queued()));
        }
        return new WatchVerdict(
                met, false, "%s; how many of them waited is not known: %s".formatted(inFlight, whyNone));
    }

    private static Optional<Attribution> byStacks(
            WatchedFacts watched, WatchedRun watchedRun, ToolRun.HighestLevel top) {
        return watchedRun.threadSnapshots().stream()
                .filter(look -> look.isAtLoad(top.offered()))
                .reduce((earlier, later) -> later)
                .map(WatchedRun.ThreadsAtLoad::pools)
                .flatMap(pools -> {
                    int offered = (int) Math.round(top.offered());
                    FailedStep step = new FailedStep(watched.evidence(
                            watchedRun.busiestWindow(),
                            watchedRun.process().with(pools),
                            offered,
                            Math.max(0, offered - pools.waiting())));
                    return ApplicationLimits.pool(step).or(() -> ApplicationLimits.lock(step));
                });
    }

    // Adds a limit without a name, unless a named limit was met at the same time.
    private static WatchVerdict withUnnamedLimit(List<MetLimit> met, ToolRun.HighestLevel top, String words) {
        if (met.stream()
                .anyMatch(limit -> overlapNanos(limit, top) > OVERLAP_SHARE * (top.toNanos() - top.fromNanos()))) {
            return new WatchVerdict(met, false, "");
        }
        List<MetLimit> all = new ArrayList<>(met);
        all.add(new MetLimit(
                LimitingFactor.UNKNOWN,
                top.fromNanos(),
                top.toNanos(),
                "more waited than were served: %s; what limits them is not named".formatted(words),
                "raise the load in steps with ceiling probe --in-flight, which names more",
                Confidence.NONE,
                false));
        return new WatchVerdict(all, false, "");
    }

    private static String growthText(ToolRun.Growth growth) {
        return "throughput still grew, from %.1f/s at %.0f in flight to %.1f/s at %.0f"
                .formatted(growth.perSecond(), growth.offered(), growth.perSecondOfTop(), growth.offeredOfTop());
    }

    private static WatchVerdict judge(
            WatchedFacts watched,
            WatchedRun watchedRun,
            List<MetLimit> met,
            ToolRun.HighestLevel top,
            ServiceTime service) {
        double scale = watchedRun.answerScale() * (1 - watchedRun.report().refusedShare());
        List<LoadLevel> levels = watchedRun
                .run()
                .levels(service.meanSeconds(), scale, watched.processors().server());
        double served = top.perSecond() * scale * service.meanSeconds();
        String each =
                "%.1f/s x %.0f ms of a single request".formatted(top.perSecond() * scale, 1e3 * service.meanSeconds());
        if (served > MAX_SERVED_RATIO * top.offered()) {
            return new WatchVerdict(
                    met,
                    false,
                    "how many of %.0f requests in flight waited is not known: answers came sooner than that of a single request (%s), so that they may be refusals or of another kind"
                            .formatted(top.offered(), each));
        }
        if (served >= NO_WAITING_SHARE * top.offered()) {
            return new WatchVerdict(
                    met,
                    true,
                    "hardly anybody waited, %.1f of %.0f requests in flight were served at once (%s)"
                            .formatted(Math.min(served, top.offered()), top.offered(), each));
        }
        Diagnosis diagnosis = RunDiagnosis.of(watchedRun, levels, service);
        FailedStep step = new FailedStep(watched.evidence(
                watchedRun.busiestWindow(), watchedRun.process().with(diagnosis), (int) Math.round(top.offered()), (int)
                        Math.max(1, Math.round(served))));
        boolean known = met.stream().anyMatch(limit -> explains(limit, top) || isRefined(limit, top));
        boolean threads = met.stream()
                .anyMatch(limit -> isRefined(limit, top) && limit.factor() == LimitingFactor.SERVER_THREADS);
        boolean refines = step.law() instanceof Law.Limit limit && !(threads && isOfThreads(step, limit));
        boolean agree = step.law() instanceof Law.Limit limit
                && ServingThreads.of(diagnosis, limit)
                        .servingPlace()
                        .filter(serves -> serves.countAtHigher() >= 1)
                        .isPresent();
        // On a full host a request takes longer under load than alone, and fewer seem to be served at once. Less than
        // one is none.
        boolean doubtful = served < MIN_SERVED || (!agree && step.cpu().hostFull(FULL_HOST));
        Optional<Attribution> byLaw = doubtful || (known && !refines)
                ? Optional.empty()
                : StationLimits.detect(step)
                        .or(() -> ConcurrencyLimits.processors(step))
                        .or(() -> ConcurrencyLimits.concurrencyLimit(step));
        Optional<Attribution> named = agree
                ? byLaw
                : byStacks(watched, watchedRun, top)
                        .filter(one -> !known || refines)
                        .or(() -> byLaw);
        if (named.isEmpty()) {
            String words = doubtful
                    ? "%.1f of %.0f requests in flight were served at once (%s), if one took as long under load as alone%s"
                            .formatted(
                                    served,
                                    top.offered(),
                                    each,
                                    step.cpu().hostFull(FULL_HOST) ? ", but this host was full" : "")
                    : "%.1f of %.0f requests in flight were served at once (%s)%s"
                            .formatted(served, top.offered(), each, MeasuredConcurrency.lawClause(step));
            return known ? new WatchVerdict(met, false, "") : withUnnamedLimit(met, top, words);
        }
        List<MetLimit> all = new ArrayList<>(met);
        boolean more = named.get().factor() != LimitingFactor.CONCURRENCY_LIMIT || threads;
        if (known && !more) {
            // The stacks show a place, and the law only a number.
            return new WatchVerdict(met, false, "");
        }
        all.removeIf(limit -> isRefined(limit, top));
        all.add(limit(named.get(), watchedRun, Math.min(served, top.offered() / WAITING_RATIO - 1)));
        return new WatchVerdict(all, false, "");
    }

    // Returns true if the requests served at once may be as many as the request threads, which are named already.
    private static boolean isOfThreads(FailedStep step, Law.Limit limit) {
        long threads = step.limit(ServerReading::maxThreads).orElse(0);
        return threads == 0 || limit.fits((double) threads) || ConcurrencyLimits.mayLimit(step, threads);
    }

    private static MetLimit limit(Attribution named, WatchedRun watchedRun, double served) {
        List<Long> all = watchedRun.moments().stream().map(Moment::nanos).toList();
        List<Long> beyond = watchedRun.moments().stream()
                .filter(moment -> moment.outstanding() >= Math.max(WAITING_RATIO * served, served + 1))
                .map(Moment::nanos)
                .toList();
        // Threads may wait for one thing while few requests of this tool are in flight.
        List<Long> met = beyond.isEmpty() ? all : beyond;
        return new MetLimit(
                named.factor(),
                met.get(0),
                met.get(met.size() - 1),
                named.evidence(),
                named.relief(),
                named.confidence(),
                met.get(met.size() - 1).equals(all.get(all.size() - 1)));
    }
}
