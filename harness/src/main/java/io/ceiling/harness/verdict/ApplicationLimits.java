package io.ceiling.harness.verdict;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.summingInt;

import io.ceiling.harness.reading.ServerReading;
import io.ceiling.harness.reading.ThreadDump;
import io.ceiling.harness.reading.ThreadPools;
import io.ceiling.harness.reading.ThreadPools.Pool;
import io.ceiling.harness.reading.ThreadPools.Wait;
import io.ceiling.harness.reading.ThreadPools.WaitPlace;
import io.ceiling.harness.result.Confidence;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.text.Figures;
import io.ceiling.harness.text.Plural;
import io.ceiling.harness.verdict.threads.Remedies;
import io.ceiling.harness.verdict.threads.ThreadSummary;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Detects limits of the application itself, by what its threads wait for in two thread dumps: a pool that its requests
 * share, a lock, another server, or carriers that virtual threads do not leave.
 *
 * <p>Notes. Each of these fills the request threads in the end, so it is detected before them; only the stacks show the
 * cause. Waiting stacks alone prove no limit: requests must have been late, and neither full processors nor a full
 * connection table may explain that. A limit is named only if most threads in requests wait for it: every well-used
 * pool has a waiting minority. Only a user's own application is judged: the requests of this project's application wait
 * on purpose.
 */
public final class ApplicationLimits {

    // Fewer waiting threads do not show a shared resource.
    private static final int MIN_WAITING = 3;

    private static final double MAJORITY_SHARE = 0.5;
    private static final double HIGH_CONFIDENCE_SHARE = 0.8;

    // Share of the processors above which a full pool, or full carriers, may be a symptom of the processors.
    private static final double BUSY_CPU_SHARE = 0.85;

    private static final double IDLE_CPU_SHARE = 0.5;

    // Share of the pool that serves requests: acceptors and selectors of Jetty are threads of its pool.
    private static final double SERVING_SHARE = 0.8;

    private ApplicationLimits() {}

    public static Optional<Attribution> pool(FailedStep step) {
        return findWaitingRequests(step, Wait.POOL, WaitPlace::top)
                .map(group -> attribution(
                        LimitingFactor.APPLICATION_POOL,
                        group,
                        "wait in %s, called by %s".formatted(group.first().top(), group.callers()),
                        remedy(group).orElseGet(() -> "make what %s lends larger, or keep it for a shorter time in %s"
                                .formatted(group.first().top(), group.callers()))));
    }

    public static Optional<Attribution> lock(FailedStep step) {
        return findWaitingRequests(step, Wait.LOCK, WaitPlace::lock)
                .map(group -> attribution(
                        LimitingFactor.APPLICATION_LOCK,
                        group,
                        "wait for %s, in %s%s"
                                .formatted(
                                        group.first().lock().isEmpty()
                                                ? "a lock"
                                                : "the lock " + group.first().lock(),
                                        group.callers(),
                                        group.first().owner().isEmpty()
                                                ? "; its owner is not seen"
                                                : "; owner: " + group.first().owner()),
                        remedy(group).orElseGet(() -> "shorten the code that holds the lock in %s, or split the lock"
                                .formatted(group.first().caller()))));
    }

    static Optional<Attribution> upstream(FailedStep step) {
        return findWaitingRequests(step, Wait.UPSTREAM, place -> "")
                .map(group -> attribution(
                        LimitingFactor.UPSTREAM,
                        group,
                        "wait for another server in %s, called by %s"
                                .formatted(group.first().top(), group.callers()),
                        "measure the server that %s calls; give the call a time-out, and fewer threads than there are"
                                .formatted(group.first().caller())));
    }

    static Optional<Attribution> pinnedCarriers(FailedStep step) {
        ThreadPools threads = step.evidence().serverTraces().threads();
        if (!isJudged(step) || step.cpu().serverFull(IDLE_CPU_SHARE)) {
            return Optional.empty();
        }
        boolean exhausted = threads.schedulers().stream().allMatch(ThreadDump.Scheduler::isExhausted);
        Optional<Pool> mounted = threads.pools().stream()
                .filter(pool -> pool.name().equals(ThreadSummary.MOUNTED))
                .filter(pool -> !pool.places().isEmpty())
                .findFirst();
        if (!exhausted || mounted.isEmpty()) {
            return Optional.empty();
        }
        ThreadDump.Scheduler last = threads.schedulers().get(threads.dumps() - 1);
        WaitPlace first = mounted.get().places().get(0);
        return Optional.of(new Attribution(
                LimitingFactor.PINNED_CARRIERS,
                Confidence.HIGH,
                "%s of %s carriers occupied in %d thread dumps, %s virtual threads wait for one, server used %s processors; %s"
                        .formatted(
                                last.mounted(),
                                last.parallelism(),
                                threads.dumps(),
                                last.queued(),
                                Figures.cores(step.cpu().server()),
                                mounted.get().places().stream()
                                        .map(place -> "%d in %s, called by %s"
                                                .formatted(place.threads(), place.top(), place.caller()))
                                        .collect(joining(", "))),
                "let no virtual thread wait in native code or a class initialiser, as in %s, or give these requests platform threads"
                        .formatted(first.caller())));
    }

    /** Detects that all threads of the request pool are taken, in a server that does not report its pool. */
    static Optional<Attribution> unreportedThreads(FailedStep step) {
        ThreadPools threads = step.evidence().serverTraces().threads();
        boolean reported = step.limit(ServerReading::maxThreads).isSeen();
        // A sample does not show how many threads there are.
        if (reported
                || !threads.complete()
                || !isJudged(step)
                || step.cpu().serverFull(BUSY_CPU_SHARE)
                || step.cpu().hostFull(BUSY_CPU_SHARE)) {
            return Optional.empty();
        }
        return threads.requestPools()
                .filter(pool -> !isVirtual(pool))
                .findFirst()
                .filter(pool -> pool.counts().idle() == 0 && pool.counts().grown() == 0)
                .filter(pool -> ConcurrencyLimits.mayLimit(step, pool.counts().threads()))
                .filter(pool -> pool.counts().threads() >= 2
                        && pool.counts().inApplication()
                                >= SERVING_SHARE * pool.counts().threads()
                        && hasMoreOutstandingThan(pool.counts().threads(), step))
                .map(pool -> new Attribution(
                        LimitingFactor.SERVER_THREADS,
                        Confidence.MEDIUM,
                        "%d of %d threads %s in requests in %d thread dumps, none idle, server used %s processors%s; %s"
                                .formatted(
                                        pool.counts().inApplication(),
                                        pool.counts().threads(),
                                        pool.name(),
                                        threads.dumps(),
                                        Figures.cores(step.cpu().server()),
                                        topPlaceClause(pool),
                                        step.newFailuresInWords()),
                        poolRelief(pool)));
    }

    /**
     * Returns the relief for a full thread pool: what users of its server change, if the thread names tell the server.
     */
    static String poolRelief(Pool pool) {
        return Remedies.of(pool.name())
                .map(words -> "%s (threads %s, now %d)"
                        .formatted(words, pool.name(), pool.counts().threads()))
                .orElseGet(() ->
                        "raise the number of threads %s (now %d), or use virtual threads or an asynchronous servlet"
                                .formatted(pool.name(), pool.counts().threads()));
    }

    /**
     * Returns where most requests are, as a clause with a leading separator, for the evidence of another limit; empty if
     * nothing can be said.
     */
    static String placesClause(FailedStep step) {
        return !isJudged(step)
                ? ""
                : step.evidence()
                        .serverTraces()
                        .threads()
                        .requestPools()
                        .findFirst()
                        .map(pool -> "; %d of %d threads %s in requests%s"
                                .formatted(
                                        pool.counts().inRequest(),
                                        pool.counts().threads(),
                                        pool.name(),
                                        topPlaceClause(pool)))
                        .orElse("");
    }

    /** Returns the pool of request threads if the dumps have all of them, none was idle, and their number stayed. */
    static Optional<Pool> fullRequestPool(FailedStep step) {
        ThreadPools threads = step.evidence().serverTraces().threads();
        return isJudged(step) && threads.complete()
                ? threads.requestPools()
                        .filter(pool -> !isVirtual(pool))
                        .findFirst()
                        .filter(pool ->
                                pool.counts().idle() == 0 && pool.counts().grown() == 0)
                : Optional.empty();
    }

    /**
     * Returns the lock that most threads wait for, and its owner, as a clause with a leading separator; empty if not
     * seen.
     */
    static String lockOwnerClause(FailedStep step) {
        return step.evidence()
                .serverTraces()
                .threads()
                .requestPools()
                .flatMap(pool -> pool.places().stream())
                .filter(place -> place.cause() == Wait.LOCK && !place.lock().isEmpty())
                .findFirst()
                .map(place -> "; %d wait for the lock %s, in %s%s"
                        .formatted(
                                place.threads(),
                                place.lock(),
                                place.caller(),
                                place.owner().isEmpty() ? "; its owner is not seen" : "; owner: " + place.owner()))
                .orElse("");
    }

    private static String topPlaceClause(Pool pool) {
        return pool.places().stream()
                .findFirst()
                .map(place ->
                        ", %d of them in %s, called by %s".formatted(place.threads(), place.top(), place.caller()))
                .orElse("");
    }

    // Returns true if more requests waited than the pool has threads; otherwise the pool had grown to its need.
    private static boolean hasMoreOutstandingThan(int threads, FailedStep step) {
        return step.window().stream().anyMatch(sample -> sample.load().outstanding() > threads);
    }

    // Requests that wait for one thing.
    private record WaitingRequests(Pool pool, List<WaitPlace> places, int count) {

        private WaitPlace first() {
            return places.get(0);
        }

        private String callers() {
            return places.stream().map(WaitPlace::caller).distinct().limit(3).collect(joining(", "));
        }
    }

    private static Attribution attribution(LimitingFactor factor, WaitingRequests group, String words, String relief) {
        String others = group.pool().places().stream()
                .filter(place -> !group.places().contains(place))
                .findFirst()
                .map(place -> "; %d others in %s, called by %s".formatted(place.threads(), place.top(), place.caller()))
                .orElse("");
        int requests = group.pool().counts().inRequest();
        return new Attribution(
                factor,
                group.count() >= HIGH_CONFIDENCE_SHARE * requests ? Confidence.HIGH : Confidence.MEDIUM,
                "%d of %s %s in requests %s, in two thread dumps; %d idle%s"
                        .formatted(
                                group.count(),
                                Plural.of(requests, "thread"),
                                group.pool().name(),
                                words,
                                group.pool().counts().idle(),
                                others),
                relief);
    }

    // Returns what users of a known library change; empty for another one.
    private static Optional<String> remedy(WaitingRequests group) {
        return Optional.of(group.first().remedy()).filter(words -> !words.isEmpty());
    }

    // Returns the requests that wait for the same thing, if most of the requests do; empty otherwise.
    private static Optional<WaitingRequests> findWaitingRequests(
            FailedStep step, Wait wait, Function<WaitPlace, String> placeKey) {
        boolean late = step.hasUnservedWaiting() || step.requestsInFlightAreLate();
        boolean explainedOtherwise = step.cpu().serverFull(BUSY_CPU_SHARE)
                || PoolLimits.connections(step).isPresent();
        if (!isJudged(step) || !late || explainedOtherwise || ConcurrencyLimits.isConclusive(step)) {
            return Optional.empty();
        }
        return step.evidence()
                .serverTraces()
                .threads()
                .requestPools()
                .findFirst()
                .flatMap(pool -> {
                    Map<String, Integer> threadsByKey = pool.places().stream()
                            .filter(place -> place.cause() == wait)
                            .collect(groupingBy(placeKey, summingInt(WaitPlace::threads)));
                    return threadsByKey.entrySet().stream()
                            .max(Map.Entry.<String, Integer>comparingByValue()
                                    .thenComparing(Map.Entry.comparingByKey(Comparator.reverseOrder())))
                            .map(largest -> new WaitingRequests(
                                    pool,
                                    pool.places().stream()
                                            .filter(place -> place.cause() == wait
                                                    && placeKey.apply(place).equals(largest.getKey()))
                                            .toList(),
                                    largest.getValue()));
                })
                .filter(group -> group.count() >= MIN_WAITING
                        && group.count()
                                > MAJORITY_SHARE * group.pool().counts().inRequest());
    }

    private static boolean isJudged(FailedStep step) {
        Scenario scenario = step.evidence().scenario();
        return (scenario.application().isPresent() || scenario.workload().isWatched())
                && step.evidence().serverTraces().threads().hasEnoughDumps();
    }

    private static boolean isVirtual(Pool pool) {
        return pool.name().equals(ThreadSummary.VIRTUAL) || pool.name().equals(ThreadSummary.MOUNTED);
    }
}
