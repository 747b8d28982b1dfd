package io.ceiling.harness.verdict.law;

import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.result.law.Diagnosis;
import io.ceiling.harness.result.law.LoadLevel;
import io.ceiling.harness.result.law.Outbound;
import io.ceiling.harness.result.law.ThreadPlace;
import io.ceiling.harness.verdict.law.ServingThreads.PlaceCounts;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The station of a request that was seen to be full at both levels of load. What was seen goes before what the law
 * calculates. A pure function.
 *
 * <p>Notes. Take k places that stay k while the load grows. If k requests are served at once, they are a pool whose
 * places are held from beginning to end. If fewer are, the places wait for a full station behind them: each takes k / X
 * now, and no more than S alone. If more are, places in use all the time are a pool that is held for k / X of S. Places
 * that grow with the load are no pool: the station behind them is full.
 *
 * @param kind what is full
 * @param threads where threads stand
 * @param remote connections to another server that are in use; empty if none explain anything
 * @param perSecond answers a second
 */
public record FullStation(Kind kind, ServingThreads threads, Optional<RemoteCounts> remote, double perSecond) {

    // Share of open connections awaiting an answer from which all are in use.
    private static final double IN_USE = 0.8;

    // Multiple of the concurrency from which a single look shows that more requests await an answer.
    private static final double GROWTH_FACTOR = 2;

    // Share of the places up to which the first answers, and the most within half the time of a request, are no
    // round.
    private static final double MAX_NON_ROUND_SHARE = 0.65;

    /** The kinds of stations. */
    public enum Kind {
        /** A lock: one at a time. */
        LOCK,
        /** A number of places of the application. */
        POOL,
        /** Another server, or what is behind it. */
        UPSTREAM
    }

    /**
     * The connections of the server to another one.
     *
     * @param address the other end
     * @param countAtLower how many were open at the lower level, or awaited an answer where the other server is full
     * @param countAtHigher how many at the higher level
     * @param inUse true if nearly all were seen to await an answer at both levels; false if that was not seen
     */
    public record RemoteCounts(String address, int countAtLower, int countAtHigher, boolean inUse) {

        private boolean isConstant() {
            return Math.abs(countAtHigher - countAtLower) <= Math.max(1, countAtHigher / 10);
        }

        /** Returns the connections in words, such as {@code 10 connections to the upstream 127.0.0.1:5432, never more}. */
        public String words() {
            return isConstant()
                    ? "%d connections to the upstream %s, never more"
                            .formatted(Math.max(countAtLower, countAtHigher), address)
                    : "%d, then %d connections to the upstream %s".formatted(countAtLower, countAtHigher, address);
        }
    }

    public static Optional<FullStation> of(Diagnosis diagnosis, Law law) {
        Optional<Law.Limit> served = effectiveLimit(diagnosis, law);
        if (served.isEmpty()) {
            return Optional.empty();
        }
        Law.Limit limit = served.get();
        ServingThreads threads = ServingThreads.of(diagnosis, limit);
        Optional<ThreadPlace.WaitReason> why =
                threads.waitingPlace().map(waits -> waits.standing().reason());
        double perSecond = diagnosis
                .levels()
                .get(diagnosis.levels().size() - 1)
                .answerRate()
                .perSecond();
        if (why.filter(ThreadPlace.WaitReason.LOCK::equals).isPresent()) {
            // A contended lock fills processors as well, and a server that is still being compiled serves more and
            // more through it; but not the lock of a few.
            return law instanceof Law.Limit || threads.mostWait()
                    ? Optional.of(new FullStation(Kind.LOCK, threads, Optional.empty(), perSecond))
                    : Optional.empty();
        }
        if (law instanceof Law.CpuBound || law instanceof Law.Collapse || law instanceof Law.Growth) {
            return Optional.empty();
        }
        if (why.filter(ThreadPlace.WaitReason.UPSTREAM::equals).isPresent()) {
            return Optional.of(new FullStation(Kind.UPSTREAM, threads, findUpstream(threads, diagnosis), perSecond));
        }
        // A full station behind a pool is further inside than requests that wait for a place of the pool.
        Optional<RemoteCounts> full = remotes(
                        diagnosis, connections -> (int) connections.awaiting().orElse(0))
                .filter(remote -> isFull(remote, limit))
                .max(BY_NUMBER);
        if (full.isPresent()) {
            return Optional.of(new FullStation(Kind.UPSTREAM, threads, full, perSecond));
        }
        Optional<RemoteCounts> pool = remotes(diagnosis, Outbound.Connections::open)
                .filter(remote -> isPool(remote, limit, why, diagnosis))
                .max(BY_NUMBER);
        // If as many threads or processes serve, each has a connection of its own, and they are full instead.
        return why.filter(ThreadPlace.WaitReason.APPLICATION::equals).isPresent()
                        || pool.filter(remote -> threads.servingPlace().isEmpty())
                                .isPresent()
                ? Optional.of(new FullStation(Kind.POOL, threads, pool, perSecond))
                : Optional.empty();
    }

    private static final Comparator<RemoteCounts> BY_NUMBER =
            Comparator.comparingInt(RemoteCounts::countAtHigher).thenComparing(RemoteCounts::address);

    // Returns the best estimate of the concurrency; empty if nothing is full, or nothing was seen.
    private static Optional<Law.Limit> effectiveLimit(Diagnosis diagnosis, Law law) {
        List<LoadLevel> levels = diagnosis.levels();
        if (law instanceof Law.Limit limit) {
            return Optional.of(limit);
        }
        if (levels.size() < 2
                || diagnosis.single().isEmpty()
                || levels.stream().anyMatch(level -> level.answerRate().perSecond() <= 0)
                || ConcurrencyLaw.isAgentFull(diagnosis)) {
            return Optional.empty();
        }
        double served = levels.get(levels.size() - 1).answerRate().perSecond()
                * diagnosis.single().get().meanSeconds();
        double less = levels.get(0).answerRate().perSecond()
                * diagnosis.single().get().meanSeconds();
        double error = diagnosis.single().get().relativeError() * Math.max(served, less);
        return Optional.of(new Law.Limit((served + less) / 2, error + Math.abs(served - less) / 2, Law.Shape.NOT_SEEN));
    }

    private static Stream<RemoteCounts> remotes(Diagnosis diagnosis, ToIntFunction<Outbound.Connections> count) {
        List<LoadLevel> levels = diagnosis.levels();
        Map<String, Outbound.Connections> less = levels.get(0).outbound().remotes();
        Map<String, Outbound.Connections> more =
                levels.get(levels.size() - 1).outbound().remotes();
        return more.keySet().stream().filter(less::containsKey).map(address -> {
            Outbound.Connections few = less.getOrDefault(address, NONE);
            Outbound.Connections many = more.getOrDefault(address, NONE);
            return new RemoteCounts(
                    address, count.applyAsInt(few), count.applyAsInt(many), isInUse(few) && isInUse(many));
        });
    }

    private static final Outbound.Connections NONE = new Outbound.Connections(0, Observation.NOT_SEEN);

    private static boolean isInUse(Outbound.Connections connections) {
        return connections.awaiting().isAtLeast((long) Math.ceil(IN_USE * connections.open()));
    }

    // Returns true if the other server is full: more requests await its answer than would be in service in the whole
    // chain if nobody waited. Connections that are open and idle do not count. A number that is the same at both
    // levels needs no allowance of one, which that of a moment does.
    private static boolean isFull(RemoteCounts remote, Law.Limit limit) {
        int fewest = Math.min(remote.countAtLower(), remote.countAtHigher());
        int most = Math.max(remote.countAtLower(), remote.countAtHigher());
        boolean both = fewest > limit.served() && ServingThreads.isMoreThanServed(most, limit);
        boolean exact = remote.inUse() && remote.isConstant() && ServingThreads.isMoreThanServed(fewest + 1, limit);
        boolean grows = fewest > 0
                && remote.countAtHigher() > remote.countAtLower()
                && most > GROWTH_FACTOR * limit.served() + 1;
        return both || exact || grows;
    }

    // Returns true if the connections are a pool: as many as are served at once, or fewer that are in use all the
    // time.
    private static boolean isPool(
            RemoteCounts remote, Law.Limit limit, Optional<ThreadPlace.WaitReason> why, Diagnosis diagnosis) {
        boolean part = remote.inUse()
                && remote.countAtLower() == remote.countAtHigher()
                && remote.countAtHigher() >= 2
                && remote.countAtHigher() < limit.served()
                && (limit.shape() == Law.Shape.SERIAL
                        || (limit.shape() != Law.Shape.ROUNDS
                                && (why.filter(ThreadPlace.WaitReason.APPLICATION::equals)
                                                .isPresent()
                                        || isFirstRound(remote.countAtHigher(), diagnosis))));
        boolean whole = remote.inUse() && limit.fits(remote.countAtHigher());
        return remote.isConstant() && (whole || part) && !isServedOneByOne(remote.countAtHigher(), diagnosis);
    }

    // Returns true if answers never came in rounds of that size, neither from a server at rest nor later: a serial step
    // leaves that many in flight behind it, whatever the number of places there.
    private static boolean isServedOneByOne(int places, Diagnosis diagnosis) {
        return places >= ConcurrencyLaw.MIN_SERVED
                && diagnosis.levels().stream()
                        .map(LoadLevel::bursts)
                        .allMatch(bursts -> bursts.first().isPresent()
                                && Math.max(
                                                bursts.first().getAsLong(),
                                                bursts.most().orElse(0))
                                        <= MAX_NON_ROUND_SHARE * places);
    }

    private static boolean isFirstRound(int places, Diagnosis diagnosis) {
        return diagnosis.levels().stream()
                .map(level -> level.bursts().first())
                .allMatch(
                        first -> first.isPresent() && Math.abs(first.getAsLong() - places) <= Math.max(1, places / 10));
    }

    // Returns the connections of threads that wait for another server, if only one remote has as many.
    private static Optional<RemoteCounts> findUpstream(ServingThreads threads, Diagnosis diagnosis) {
        int waiting = threads.waitingPlace().map(PlaceCounts::countAtHigher).orElse(0);
        // Where it is seen which connections await an answer, those that are open and idle do not count.
        Set<String> addresses = remotes(
                        diagnosis, connections -> (int) connections.awaiting().orElse(connections.open()))
                .filter(remote -> Math.abs(remote.countAtHigher() - waiting) <= Math.max(2, waiting / 5))
                .map(RemoteCounts::address)
                .collect(Collectors.toSet());
        List<RemoteCounts> candidates = remotes(diagnosis, Outbound.Connections::open)
                .filter(remote -> addresses.contains(remote.address()))
                .toList();
        return candidates.size() == 1 ? Optional.of(candidates.get(0)) : Optional.empty();
    }
}
