package io.ceiling.harness.verdict.law;

import io.ceiling.harness.result.law.Crowd;
import io.ceiling.harness.result.law.Diagnosis;
import io.ceiling.harness.result.law.LoadLevel;
import io.ceiling.harness.result.law.Standing;
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
 * @param serves threads that serve; empty if none fit
 * @param waits threads that wait; empty if none do, as where no thread is held
 * @param mostWait true if most of the threads of their name that are not idle wait there, or at another lock
 * @param workers threads of another name, the same number at both levels, that serve those that wait for a part of their
 *     request; empty if there are none, or a place is held for a whole request
 */
public record ServingThreads(
        Optional<PlaceCounts> serves, Optional<PlaceCounts> waits, boolean mostWait, Optional<PlaceCounts> workers) {

    // Smallest share of the additional load that waits at one place.
    private static final double WAIT = 0.5;

    // Smallest share of the surplus requests that waits at one place.
    private static final double SURPLUS = 0.33;

    // Multiple of the concurrency, plus one, above which threads wait for a full station.
    private static final double MORE_THAN_SERVED = 1.4;

    // Fewest waiting threads if all threads are busy at both levels, so that additional load waits elsewhere.
    private static final int MIN_WAITING = 2;

    /**
     * Threads at one place.
     *
     * @param standing what they have in common
     * @param less how many stood there at the lower level, without those at rest
     * @param more how many stood there at the higher level
     */
    public record PlaceCounts(Standing standing, int less, int more) {

        private int growth() {
            return more - less;
        }

        private int same() {
            return Math.max(1, more / 10);
        }

        /** Returns true if as many stood there at both levels. */
        public boolean stays() {
            return Math.abs(growth()) <= same();
        }

        /** Returns the threads in words, such as {@code 23 threads http-nio-*-exec-* in Thread.sleep called by App.gate}. */
        public String words() {
            String count = less == more ? "" : "%d, then ".formatted(less);
            String place = standing.place();
            return "%s%s %s%s"
                    .formatted(
                            count, Plural.of(more, "thread"), standing.threads(), place.isEmpty() ? "" : " " + place);
        }
    }

    /** Returns the places of the threads at two levels of which a limit is known. */
    public static ServingThreads of(Diagnosis diagnosis, Law.Limit limit) {
        List<LoadLevel> levels = diagnosis.levels();
        LoadLevel less = levels.get(0);
        LoadLevel more = levels.get(levels.size() - 1);
        if (!less.crowd().isComparable(more.crowd()) || !less.crowd().isComparable(diagnosis.atRest())) {
            return new ServingThreads(Optional.empty(), Optional.empty(), false, Optional.empty());
        }
        List<PlaceCounts> each = groups(diagnosis, less.crowd(), more.crowd(), UnaryOperator.identity());
        // What many places have in common is their caller, or at least their pool.
        Optional<PlaceCounts> serves = serving(each, limit)
                .or(() -> serving(
                        groups(
                                diagnosis,
                                less.crowd(),
                                more.crowd(),
                                one -> new Standing(one.threads(), "", one.caller())),
                        limit))
                .or(() -> serving(
                        groups(diagnosis, less.crowd(), more.crowd(), one -> new Standing(one.threads(), "", "")),
                        limit));
        Surplus surplus = new Surplus(less, more, limit, each);
        Optional<PlaceCounts> waits = waiting(each, serves, surplus);
        Optional<PlaceCounts> workers = waits.filter(group -> serves.isEmpty()
                        && limit.shape() != Law.Shape.ROUNDS
                        && group.standing().why() == Standing.Why.APPLICATION)
                .flatMap(group -> workers(each, group, limit));
        return new ServingThreads(serves, waits, waits.filter(surplus::isMost).isPresent(), workers);
    }

    // Returns the threads that work for those that wait: fewer than would be served at once if a place were held
    // throughout.
    private static Optional<PlaceCounts> workers(List<PlaceCounts> groups, PlaceCounts waits, Law.Limit limit) {
        return groups.stream()
                .filter(group ->
                        !group.standing().threads().equals(waits.standing().threads())
                                && !group.standing().caller().isEmpty()
                                && group.more() > 0
                                && group.growth() == 0
                                && group.more() < limit.served() - limit.halfWidth())
                .max(ORDER);
    }

    private static final Comparator<PlaceCounts> ORDER = Comparator.comparingInt(PlaceCounts::growth)
            .thenComparingInt(PlaceCounts::more)
            .thenComparing(group -> group.standing().toString());

    // Order of places behind a pool: a wait for another server, or a lock, is further inside than one for a place.
    private static final Comparator<PlaceCounts> INNERMOST = Comparator.<PlaceCounts>comparingInt(
                    group -> switch (group.standing().why()) {
                        case UPSTREAM -> 0;
                        case LOCK -> 1;
                        default -> 2;
                    })
            .thenComparingInt(PlaceCounts::more)
            .thenComparing(group -> group.standing().toString());

    private static Optional<PlaceCounts> serving(List<PlaceCounts> groups, Law.Limit limit) {
        return groups.stream()
                .filter(group -> group.more() > 0 && limit.fits(group.less()) && limit.fits(group.more()))
                .min(Comparator.<PlaceCounts>comparingDouble(group -> Math.abs(group.more() - limit.served()))
                        // Of two that fit, the one that leads to the application says more.
                        .thenComparing(group -> group.standing().caller().isEmpty())
                        .thenComparing(group -> group.standing().toString()));
    }

    // The threads or requests in excess of those served.
    private record Surplus(LoadLevel less, LoadLevel more, Law.Limit limit, List<PlaceCounts> groups) {

        private boolean refused() {
            return more.refused().count() > 0;
        }

        private boolean waitsAt(PlaceCounts group) {
            int ofPool = ofName(group, other -> true, PlaceCounts::growth);
            int further = Math.min(more.offered() - less.offered(), ofPool);
            // As many, or a tenth more, is the same number.
            return group.growth() > group.same()
                    && ofItsKind(group, PlaceCounts::growth) >= WAIT * further
                    && ofItsKind(group, PlaceCounts::more) >= SURPLUS * (more.offered() - limit.served());
        }

        // Returns the count of that place; for a lock, of all locks that threads of that name wait for, since a
        // request that passes several waits now at one and now at another.
        private int ofItsKind(PlaceCounts group, ToIntFunction<PlaceCounts> count) {
            return group.standing().why() == Standing.Why.LOCK
                    ? ofName(group, other -> other.standing().why() == Standing.Why.LOCK, count)
                    : count.applyAsInt(group);
        }

        private boolean isBehindAPool(PlaceCounts group) {
            return group.standing().hasReason()
                    && group.stays()
                    && isMoreThanServed(Math.min(group.less(), group.more()), limit);
        }

        private boolean isMost(PlaceCounts group) {
            return 2 * ofItsKind(group, PlaceCounts::more) > ofName(group, other -> true, PlaceCounts::more);
        }

        // Returns true if all threads of that name are as many as are served at once: then they are what is full.
        private boolean isWholePool(PlaceCounts group) {
            return limit.fits(ofName(group, other -> true, PlaceCounts::more));
        }

        private int ofName(PlaceCounts group, Predicate<PlaceCounts> kind, ToIntFunction<PlaceCounts> count) {
            return groups.stream()
                    .filter(other ->
                            other.standing().threads().equals(group.standing().threads()))
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
        Optional<PlaceCounts> growing = others.stream().filter(surplus::waitsAt).max(ORDER);
        Optional<PlaceCounts> behind =
                others.stream().filter(surplus::isBehindAPool).min(INNERMOST);
        if (growing.isPresent() || behind.isPresent()) {
            return behind.or(() -> growing);
        }
        // All threads are busy: the same number waits, and additional load waits for a thread.
        return others.stream()
                .filter(group -> !surplus.refused() && group.less() >= MIN_WAITING && group.stays())
                .filter(group -> group.standing().why() == Standing.Why.APPLICATION
                        ? !surplus.isWholePool(group)
                        : !group.standing().hasReason()
                                && serves.isPresent()
                                && group.standing()
                                        .threads()
                                        .equals(serves.get().standing().threads()))
                .max(ORDER);
    }

    private static boolean covers(Standing wide, Standing narrow) {
        return wide.threads().equals(narrow.threads())
                && (wide.at().isEmpty() || wide.at().equals(narrow.at()))
                && (wide.caller().isEmpty() || wide.caller().equals(narrow.caller()));
    }

    private static List<PlaceCounts> groups(Diagnosis diagnosis, Crowd less, Crowd more, UnaryOperator<Standing> by) {
        Map<Standing, Integer> atRest = diagnosis.atRest().counted();
        Map<Standing, Integer> atLess = less.counted();
        Map<Standing, Integer> atMore = more.counted();
        Set<Standing> all = new HashSet<>(atLess.keySet());
        all.addAll(atMore.keySet());
        Map<Standing, int[]> counted = new HashMap<>();
        for (Standing standing : all) {
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
        String serving = serves.map(group -> group.words() + " serve").orElse("");
        String waiting = waitingInWords();
        return serving.isEmpty() || waiting.isEmpty() ? serving + waiting : serving + ", " + waiting;
    }

    /** Returns the threads that wait in words, such as {@code 3 threads worker-* in Semaphore.acquire wait}; empty if none do. */
    public String waitingInWords() {
        return waits.map(group -> group.words() + " wait").orElse("");
    }
}
