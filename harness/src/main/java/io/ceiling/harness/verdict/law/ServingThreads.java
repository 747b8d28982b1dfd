package io.ceiling.harness.verdict.law;

import io.ceiling.harness.result.law.Diagnosis;
import io.ceiling.harness.result.law.LoadLevel;
import io.ceiling.harness.result.law.ThreadPlace;
import io.ceiling.harness.result.law.ThreadsByPlace;
import io.ceiling.harness.text.Plural;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;

/**
 * Finds the serving and the waiting threads: as many threads serve as requests are served at once, at both levels of
 * load, and more threads wait at the higher one. Threads that stand there without load do neither. A pure function.
 *
 * <p>Notes. If nothing is full, no more threads stand than are served at once. If more do, the same number at both
 * levels, a pool before them admits no more: the station that they wait for is full, and not the pool, before which the
 * others wait.
 *
 * @param servingPlace threads that serve; empty if none fit
 * @param waitingPlace threads that wait; empty if none do, as where no thread is held
 * @param mostWait true if most of the threads of their name that are not idle wait there, or at another lock
 * @param workers threads of another name, the same number at both levels, that serve those that wait for a part of their
 *     request; empty if there are none, or a place is held for a whole request
 */
public record ServingThreads(
        Optional<PlaceCounts> servingPlace,
        Optional<PlaceCounts> waitingPlace,
        boolean mostWait,
        Optional<PlaceCounts> workers) {

    // Smallest share of the additional load that waits at one place.
    private static final double MIN_WAITING_SHARE = 0.5;

    // Smallest share of the surplus requests that waits at one place.
    private static final double MIN_SURPLUS_SHARE = 0.33;

    // Multiple of the concurrency, plus one, above which threads wait for a full station.
    private static final double MORE_THAN_SERVED = 1.4;

    // Fewest waiting threads if all threads are busy at both levels, so that additional load waits elsewhere.
    private static final int MIN_WAITING = 2;

    /**
     * Threads at one place.
     *
     * @param standing what they have in common
     * @param countAtLower how many stood there at the lower level, without those at rest
     * @param countAtHigher how many stood there at the higher level
     */
    public record PlaceCounts(ThreadPlace standing, int countAtLower, int countAtHigher) {

        private int growth() {
            return countAtHigher - countAtLower;
        }

        private int tolerance() {
            return Math.max(1, countAtHigher / 10);
        }

        /** Returns true if as many stood there at both levels. */
        public boolean isConstant() {
            return Math.abs(growth()) <= tolerance();
        }

        /** Returns the threads in words, such as {@code 23 threads http-nio-*-exec-* in Thread.sleep called by App.gate}. */
        public String words() {
            String count = countAtLower == countAtHigher ? "" : "%d, then ".formatted(countAtLower);
            String place = standing.inWords();
            return "%s%s %s%s"
                    .formatted(
                            count,
                            Plural.of(countAtHigher, "thread"),
                            standing.threadName(),
                            place.isEmpty() ? "" : " " + place);
        }
    }

    /** Returns the places of the threads at two levels of which a limit is known. */
    public static ServingThreads of(Diagnosis diagnosis, Law.Limit limit) {
        List<LoadLevel> levels = diagnosis.levels();
        LoadLevel lower = levels.get(0);
        LoadLevel higher = levels.get(levels.size() - 1);
        if (!lower.threadsByPlace().isComparable(higher.threadsByPlace())
                || !lower.threadsByPlace().isComparable(diagnosis.placesAtRest())) {
            return new ServingThreads(Optional.empty(), Optional.empty(), false, Optional.empty());
        }
        List<PlaceCounts> places =
                groups(diagnosis, lower.threadsByPlace(), higher.threadsByPlace(), UnaryOperator.identity());
        // What many places have in common is their caller, or at least their pool.
        Optional<PlaceCounts> serves = serving(places, limit)
                .or(() -> serving(
                        groups(
                                diagnosis,
                                lower.threadsByPlace(),
                                higher.threadsByPlace(),
                                one -> new ThreadPlace(one.threadName(), "", one.caller())),
                        limit))
                .or(() -> serving(
                        groups(
                                diagnosis,
                                lower.threadsByPlace(),
                                higher.threadsByPlace(),
                                one -> new ThreadPlace(one.threadName(), "", "")),
                        limit));
        Surplus surplus = new Surplus(lower, higher, limit, places);
        Optional<PlaceCounts> waits = waiting(places, serves, surplus);
        Optional<PlaceCounts> workers = waits.filter(group -> serves.isEmpty()
                        && limit.shape() != Law.Shape.ROUNDS
                        && group.standing().reason() == ThreadPlace.WaitReason.APPLICATION)
                .flatMap(group -> workers(places, group, limit));
        return new ServingThreads(
                serves, waits, waits.filter(surplus::isMajority).isPresent(), workers);
    }

    // Returns the threads that work for those that wait: fewer than would be served at once if a place were held
    // throughout.
    private static Optional<PlaceCounts> workers(List<PlaceCounts> groups, PlaceCounts waits, Law.Limit limit) {
        return groups.stream()
                .filter(group ->
                        !group.standing().threadName().equals(waits.standing().threadName())
                                && !group.standing().caller().isEmpty()
                                && group.countAtHigher() > 0
                                && group.growth() == 0
                                && group.countAtHigher() < limit.served() - limit.halfWidth())
                .max(ORDER);
    }

    private static final Comparator<PlaceCounts> ORDER = Comparator.comparingInt(PlaceCounts::growth)
            .thenComparingInt(PlaceCounts::countAtHigher)
            .thenComparing(group -> group.standing().toString());

    // Order of places behind a pool: a wait for another server, or a lock, is further inside than one for a place.
    private static final Comparator<PlaceCounts> INNERMOST = Comparator.<PlaceCounts>comparingInt(
                    group -> switch (group.standing().reason()) {
                        case UPSTREAM -> 0;
                        case LOCK -> 1;
                        default -> 2;
                    })
            .thenComparingInt(PlaceCounts::countAtHigher)
            .thenComparing(group -> group.standing().toString());

    private static Optional<PlaceCounts> serving(List<PlaceCounts> groups, Law.Limit limit) {
        return groups.stream()
                .filter(group -> group.countAtHigher() > 0
                        && limit.fits(group.countAtLower())
                        && limit.fits(group.countAtHigher()))
                .min(Comparator.<PlaceCounts>comparingDouble(group -> Math.abs(group.countAtHigher() - limit.served()))
                        // Of two that fit, the one that leads to the application says more.
                        .thenComparing(group -> group.standing().caller().isEmpty())
                        .thenComparing(group -> group.standing().toString()));
    }

    // The threads or requests in excess of those served.
    private record Surplus(LoadLevel less, LoadLevel more, Law.Limit limit, List<PlaceCounts> groups) {

        private boolean refused() {
            return more.failedRequests().count() > 0;
        }

        private boolean isQueue(PlaceCounts group) {
            int ofPool = countOfPool(group, other -> true, PlaceCounts::growth);
            int further = Math.min(more.offered() - less.offered(), ofPool);
            // As many, or a tenth more, is the same number.
            return group.growth() > group.tolerance()
                    && countOfKind(group, PlaceCounts::growth) >= MIN_WAITING_SHARE * further
                    && countOfKind(group, PlaceCounts::countAtHigher)
                            >= MIN_SURPLUS_SHARE * (more.offered() - limit.served());
        }

        // Returns the count of that place; for a lock, of all locks that threads of that name wait for, since a
        // request that passes several waits now at one and now at another.
        private int countOfKind(PlaceCounts group, ToIntFunction<PlaceCounts> count) {
            return group.standing().reason() == ThreadPlace.WaitReason.LOCK
                    ? countOfPool(group, other -> other.standing().reason() == ThreadPlace.WaitReason.LOCK, count)
                    : count.applyAsInt(group);
        }

        private boolean isBehindAPool(PlaceCounts group) {
            return group.standing().hasReason()
                    && group.isConstant()
                    && isMoreThanServed(Math.min(group.countAtLower(), group.countAtHigher()), limit);
        }

        private boolean isMajority(PlaceCounts group) {
            return 2 * countOfKind(group, PlaceCounts::countAtHigher)
                    > countOfPool(group, other -> true, PlaceCounts::countAtHigher);
        }

        // Returns true if all threads of that name are as many as are served at once: then they are what is full.
        private boolean isWholePool(PlaceCounts group) {
            return limit.fits(countOfPool(group, other -> true, PlaceCounts::countAtHigher));
        }

        private int countOfPool(PlaceCounts group, Predicate<PlaceCounts> kind, ToIntFunction<PlaceCounts> count) {
            return groups.stream()
                    .filter(other -> other.standing()
                            .threadName()
                            .equals(group.standing().threadName()))
                    .filter(kind)
                    .mapToInt(count)
                    .sum();
        }
    }

    /** Returns true if that many places are more than are served at once, by more than the interval. */
    static boolean isMoreThanServed(int places, Law.Limit limit) {
        return places > MORE_THAN_SERVED * (limit.served() + limit.halfWidth()) + 1;
    }

    private static Optional<PlaceCounts> waiting(
            List<PlaceCounts> groups, Optional<PlaceCounts> serves, Surplus surplus) {
        List<PlaceCounts> others = groups.stream()
                .filter(group -> serves.isEmpty() || !covers(serves.get().standing(), group.standing()))
                .toList();
        Optional<PlaceCounts> growing = others.stream().filter(surplus::isQueue).max(ORDER);
        Optional<PlaceCounts> behind =
                others.stream().filter(surplus::isBehindAPool).min(INNERMOST);
        if (growing.isPresent() || behind.isPresent()) {
            return behind.or(() -> growing);
        }
        // All threads are busy: the same number waits, and additional load waits for a thread.
        return others.stream()
                .filter(group -> !surplus.refused() && group.countAtLower() >= MIN_WAITING && group.isConstant())
                .filter(group -> group.standing().reason() == ThreadPlace.WaitReason.APPLICATION
                        ? !surplus.isWholePool(group)
                        : !group.standing().hasReason()
                                && serves.isPresent()
                                && group.standing()
                                        .threadName()
                                        .equals(serves.get().standing().threadName()))
                .max(ORDER);
    }

    private static boolean covers(ThreadPlace wide, ThreadPlace narrow) {
        return wide.threadName().equals(narrow.threadName())
                && (wide.location().isEmpty() || wide.location().equals(narrow.location()))
                && (wide.caller().isEmpty() || wide.caller().equals(narrow.caller()));
    }

    private static List<PlaceCounts> groups(
            Diagnosis diagnosis, ThreadsByPlace less, ThreadsByPlace more, UnaryOperator<ThreadPlace> by) {
        Map<ThreadPlace, Integer> atRest = diagnosis.placesAtRest().counts();
        Map<ThreadPlace, Integer> atLess = less.counts();
        Map<ThreadPlace, Integer> atMore = more.counts();
        Set<ThreadPlace> all = new HashSet<>(atLess.keySet());
        all.addAll(atMore.keySet());
        Map<ThreadPlace, int[]> counted = new HashMap<>();
        for (ThreadPlace standing : all) {
            int rest = atRest.getOrDefault(standing, 0);
            int[] counts = counted.computeIfAbsent(by.apply(standing), one -> new int[2]);
            counts[0] += Math.max(0, atLess.getOrDefault(standing, 0) - rest);
            counts[1] += Math.max(0, atMore.getOrDefault(standing, 0) - rest);
        }
        return counted.entrySet().stream()
                .map(entry -> new PlaceCounts(entry.getKey(), entry.getValue()[0], entry.getValue()[1]))
                .toList();
    }

    /** Returns the places in words; empty if none are known. */
    public String words() {
        String serving = servingPlace.map(group -> group.words() + " serve").orElse("");
        String waiting = waitingInWords();
        return serving.isEmpty() || waiting.isEmpty() ? serving + waiting : serving + ", " + waiting;
    }

    /** Returns the threads that wait in words, such as {@code 3 threads worker-* in Semaphore.acquire wait}; empty if none do. */
    public String waitingInWords() {
        return waitingPlace.map(group -> group.words() + " wait").orElse("");
    }
}
