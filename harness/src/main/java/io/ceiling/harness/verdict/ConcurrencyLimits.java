package io.ceiling.harness.verdict;

import io.ceiling.harness.reading.LoadReading;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.reading.ServerReading;
import io.ceiling.harness.reading.ThreadPools.Pool;
import io.ceiling.harness.result.Confidence;
import io.ceiling.harness.result.Step;
import io.ceiling.harness.result.law.Diagnosis;
import io.ceiling.harness.result.law.LoadLevel;
import io.ceiling.harness.result.law.ServiceTime;
import io.ceiling.harness.result.law.Standing;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.text.Plural;
import io.ceiling.harness.verdict.law.Law;
import io.ceiling.harness.verdict.law.ServingThreads;
import io.ceiling.harness.verdict.law.ServingThreads.PlaceCounts;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * Detects that a server serves a number of requests at once, from what it did with load beyond its ceiling, in any
 * language and of any make: {@link io.ceiling.harness.verdict.law.ConcurrencyLaw}.
 *
 * <p>Notes. Where request threads wait in code of the application, that has the limit: the place where they wait says
 * which. Else the number is known, and which threads serve, but not whose setting it is.
 */
public final class ConcurrencyLimits {

    /** Share of a pool's threads below which its size is not the limit. */
    private static final double OF_A_POOL = 0.75;

    /** Share of a pool above which more is served than its threads can. */
    private static final double BEYOND_A_POOL = 1.1;

    /** Share of the whole rounds that are in time at least where those who wait are served in their order. */
    private static final double IN_ORDER = 0.97;

    /** Share of the processors of a host from which on answers may come late, or in bursts, for want of one. */
    private static final double FULL_HOST = 0.85;

    /** Threads that are surely counted: of many more only a sample is looked at. */
    private static final int MAX_COUNTED = 200;

    private ConcurrencyLimits() {}

    static String milliseconds(double seconds) {
        return seconds < 0.01 ? "%.1f ms".formatted(1e3 * seconds) : "%.0f ms".formatted(1e3 * seconds);
    }

    static ServiceTime single(FailedStep step) {
        return diagnosis(step).single().orElseThrow();
    }

    static String answers(FailedStep step) {
        return diagnosis(step).levels().stream()
                .map(level -> "%.1f/s at %d in flight".formatted(level.flow().perSecond(), level.offered()))
                .collect(Collectors.joining(", "));
    }

    /** Returns what the law calculates, with what it assumes, as a clause with a leading separator; empty if nothing. */
    static String asSecondWitness(FailedStep step) {
        if (step.law() instanceof Law.Computes computes) {
            return "; the server used %.2f of its %.0f processors meanwhile"
                    .formatted(computes.processors(), computes.has());
        }
        return step.law() instanceof Law.Limit limit
                ? "; %.1f +- %.1f would be served at once if a place were held from beginning to end"
                        .formatted(limit.served(), limit.halfWidth())
                : "";
    }

    /**
     * Returns true if what is full was seen, or the law says who serves, who waits, or that no number of requests is served
     * at once: then no thread dump is asked in its place.
     */
    static boolean decides(FailedStep step) {
        if (step.station().isPresent() || step.law() instanceof Law.Grows) {
            return true;
        }
        if (!(step.law() instanceof Law.Limit limit)) {
            return false;
        }
        ServingThreads where = ServingThreads.of(diagnosis(step), limit);
        return where.serves().isPresent() || where.waits().isPresent();
    }

    /** Detects a limit of which nothing but the number, and perhaps the threads that serve, is known. */
    public static Optional<Attribution> anywhere(FailedStep step) {
        Law law = step.law();
        if (!(law instanceof Law.Limit limit) || !step.isShort()) {
            return Optional.empty();
        }
        ServingThreads where = ServingThreads.of(diagnosis(step), limit);
        boolean paced = where.waits()
                .filter(waits -> waits.standing().why() == Standing.Why.TIME)
                .isPresent();
        if ((paced && limit.shape() != Law.Shape.ROUNDS)
                || (limit.shape() == Law.Shape.EVEN && where.serves().isEmpty())) {
            return Optional.of(oneAfterAnother(step, where, paced));
        }
        if (where.serves().isEmpty() && !limit.isDecided()) {
            return Optional.empty();
        }
        long threads = step.limit(ServerReading::maxThreads).orElse(0);
        if (where.serves().isEmpty() && threads > 0 && limit.fits((double) threads)) {
            return Optional.of(new Attribution(
                            LimitingFactor.SERVER_THREADS,
                            Confidence.MEDIUM,
                            "%s; the server has %d request threads".formatted(words(step, limit, where), threads),
                            "raise maxThreads (now %d), or use virtual threads or an asynchronous servlet"
                                    .formatted(threads))
                    .ofLaw());
        }
        Optional<Pool> all = where.waits().isPresent()
                ? Optional.empty()
                : ApplicationLimits.allTaken(step)
                        .filter(pool -> limit.fits((double) pool.counts().threads()));
        if (all.isPresent()) {
            return all.map(pool -> new Attribution(
                            LimitingFactor.SERVER_THREADS,
                            Confidence.MEDIUM,
                            "%s; %d of %d threads %s in requests, none idle"
                                    .formatted(
                                            words(step, limit, where),
                                            pool.counts().inRequest(),
                                            pool.counts().threads(),
                                            pool.name()),
                            ApplicationLimits.raise(pool))
                    .ofLaw());
        }
        boolean refuses = refusesTheOthers(last(diagnosis(step)), limit)
                && !RefusedByServer.afterAWait(step)
                && RefusedByServer.detect(step).isPresent();
        return Optional.of(new Attribution(
                        refuses ? LimitingFactor.REFUSED_BY_SERVER : LimitingFactor.CONCURRENCY_LIMIT,
                        where.serves().isPresent() ? Confidence.HIGH : Confidence.MEDIUM,
                        (refuses ? "" : eitherOfProcessors(step, limit))
                                + words(step, limit, where)
                                + "; nothing that can be seen of the machine, the JVM or the container is full"
                                + doubts(step, limit, where),
                        relief(last(diagnosis(step)), limit, where)
                                + (where.serves().isPresent() ? "" : otherReliefs(limit))
                                + (refuses || seesProcessors(step) ? "" : ", or give it more processors"))
                .ofLaw());
    }

    private static String otherReliefs(Law.Limit limit) {
        return (limit.shape() == Law.Shape.ROUNDS ? "" : ", or through a step that takes one after another")
                + ", or the rate that is let through";
    }

    /** Returns the other reading of the same number where nobody saw whether the requests that are served compute; empty otherwise. */
    private static String eitherOfProcessors(FailedStep step, Law.Limit limit) {
        return seesProcessors(step)
                ? ""
                : "either a limit of %d or as many processors that compute, which are not seen: "
                        .formatted(limit.whole());
    }

    private static boolean seesProcessors(FailedStep step) {
        return last(diagnosis(step)).processors().server().isPresent();
    }

    /**
     * Returns the limit of a server whose answers come one after another, and not in rounds of as many as the law calculates.
     *
     * @param paced true if the requests that wait sleep: they wait for a time, and not for one another
     */
    private static Attribution oneAfterAnother(FailedStep step, ServingThreads where, boolean paced) {
        String each = milliseconds(1 / last(diagnosis(step)).flow().perSecond());
        boolean seen = seesProcessors(step);
        String what = paced
                ? "%s, and sleep: they wait for a time, as a pace has it, or a place that is asked for again and again"
                        .formatted(where.waitingInWords())
                : "and not in rounds: a serial step, a queue with one consumer, or a pace%s; which of them is not seen%s"
                        .formatted(
                                seen ? "" : ", or processors, which are not seen",
                                where.words().isEmpty() ? "" : "; " + where.words());
        return new Attribution(
                        LimitingFactor.CONCURRENCY_LIMIT,
                        Confidence.MEDIUM,
                        "answers come one after another, each %s (%s; a single request takes %s); %s%s"
                                .formatted(
                                        each,
                                        answers(step),
                                        milliseconds(single(step).meanSeconds()),
                                        what,
                                        asSecondWitness(step)),
                        paced
                                ? "raise the pace that is let through, or the number that waits for its turn in %s"
                                        .formatted(where.waits()
                                                .orElseThrow()
                                                .standing()
                                                .outside())
                                : "let more than one at a time through the step that takes %s%s, or raise the pace that is let through"
                                        .formatted(each, seen ? "" : " (or give it more processors)"))
                .ofLaw();
    }

    /**
     * Returns the limit of a server that serves the same number of connections of clearly different numbers that failed, while
     * it hardly runs and does nothing worse than to let the others wait: each connection that it serves takes a place, as an
     * answer that stays open takes a thread.
     *
     * @param failures all failures, the one next to the ceiling first
     */
    static Optional<Attribution> held(List<FailedStep> failures) {
        FailedStep first = failures.get(0);
        Step least = first.step();
        Step most = failures.get(failures.size() - 1).step();
        boolean same = least.served() > 0
                && failures.stream().allMatch(one -> one.step().served() == least.served());
        boolean waits = failures.stream()
                .allMatch(step -> step.onlyLate()
                        && step.waitsUnserved()
                        && PoolLimits.hardlyRan(step)
                        && !(step.law() instanceof Law.Grows));
        return same && waits && most.target() >= PoolLimits.OTHER_TARGET * least.target()
                ? Optional.of(new Attribution(
                        LimitingFactor.CONCURRENCY_LIMIT,
                        Confidence.MEDIUM,
                        "of %d and of %d connections %d were served, and the others waited, while the server used %s of %s; nothing that can be seen of the machine, the JVM or the container is full"
                                .formatted(
                                        least.target(),
                                        most.target(),
                                        least.served(),
                                        FailedStep.cores(first.cpu().server()),
                                        Plural.of(first.evidence().processors().server(), "processor")),
                        "raise what serves no more than %s at once, such as its threads or worker processes, or the rate that is let through"
                                .formatted(Plural.of(least.served(), "connection"))))
                : Optional.empty();
    }

    /**
     * Returns the doubts that remain where no thread was seen to serve: a limit of the rate gives the same number at each load,
     * as does a serial step where no rounds were seen, and a request takes longer on a full host than alone.
     */
    private static String doubts(FailedStep step, Law.Limit limit, ServingThreads where) {
        return where.serves().isPresent()
                ? ""
                : "%s; or no more than %.1f/s are let through%s"
                        .formatted(
                                oneAfterAnotherAsWell(step, limit),
                                last(diagnosis(step)).flow().perSecond(),
                                isHostFull(step) ? "; the host was full meanwhile, so that it may be more" : "");
    }

    /** Returns the serial step that would answer as many, as a clause with a leading separator; empty if rounds were seen. */
    private static String oneAfterAnotherAsWell(FailedStep step, Law.Limit limit) {
        List<Long> alone = single(step).nanos();
        return limit.shape() == Law.Shape.ROUNDS
                ? ""
                : "; or requests go one after another through a step that takes %s: alone they take %s to %s, and no rounds are seen"
                        .formatted(
                                milliseconds(1 / last(diagnosis(step)).flow().perSecond()),
                                milliseconds(Collections.min(alone) / 1e9),
                                milliseconds(Collections.max(alone) / 1e9));
    }

    /** Returns true if the host was full at one of the levels, or, where nobody saw that, in the step that failed. */
    static boolean isHostFull(FailedStep step) {
        double[] seen = diagnosis(step).levels().stream()
                .flatMapToDouble(level -> level.processors().host().stream())
                .toArray();
        return seen.length == 0
                ? step.cpu().hostFull(FULL_HOST)
                : Arrays.stream(seen).anyMatch(share -> share >= FULL_HOST);
    }

    /** Detects that the requests that are served compute. */
    public static Optional<Attribution> processors(FailedStep step) {
        if (!(step.law() instanceof Law.Computes computes) || !step.isShort()) {
            return Optional.empty();
        }
        if (!computes.thread().isEmpty() && computes.processors() < FULL_HOST * computes.has()) {
            return Optional.of(new Attribution(
                    LimitingFactor.SERVER_CPU,
                    Confidence.HIGH,
                    "beyond the ceiling the thread %s computed all the time (%s), and the server used %.2f of its %.0f processors"
                            .formatted(computes.thread(), answers(step), computes.processors(), computes.has()),
                    "let requests compute less in that thread, or let more threads or processes do it"));
        }
        boolean sure = computes.processors() >= FULL_HOST * computes.has() || computes.served() <= computes.has();
        return Optional.of(new Attribution(
                LimitingFactor.SERVER_CPU,
                sure ? Confidence.HIGH : Confidence.MEDIUM,
                "beyond the ceiling %.1f requests were served at once, and the server used %.2f of its %.0f processors"
                        .formatted(computes.served(), computes.processors(), computes.has()),
                "give the server more processors, or requests less to compute; where one thread does it all,"
                        + " more threads or processes"));
    }

    /** Returns true if the law leaves it possible that a pool of that size is what limits. */
    public static boolean allows(FailedStep step, long poolSize) {
        if (step.law() instanceof Law.Grows grows) {
            return grows.servedOfMore() <= BEYOND_A_POOL * poolSize;
        }
        return !(step.law() instanceof Law.Limit limit)
                || limit.fits((double) poolSize)
                || limit.served() >= OF_A_POOL * poolSize;
    }

    /** Returns what the law says as a clause with a leading separator, for the evidence of another limit; empty if nothing. */
    public static String clause(FailedStep step) {
        Law law = step.law();
        if (law instanceof Law.Limit limit) {
            return limit.isDecided() && limit.shape() != Law.Shape.EVEN
                    ? "; " + served(step, limit, ServingThreads.of(diagnosis(step), limit))
                    : asSecondWitness(step);
        }
        if (law instanceof Law.Grows grows) {
            double less = relativeError(step, first(diagnosis(step)));
            double more = relativeError(step, last(diagnosis(step)));
            return "; beyond the ceiling %.0f +- %.0f and then %.0f +- %.0f requests were served at once: no limit of concurrency"
                    .formatted(
                            grows.served(), less * grows.served(), grows.servedOfMore(), more * grows.servedOfMore());
        }
        return law instanceof Law.Falls falls
                ? "; an overload spoils answers: %s (%.1f served at once), %s"
                        .formatted(
                                answers(first(diagnosis(step))),
                                falls.perSecond()
                                        * diagnosis(step).single().orElseThrow().meanSeconds(),
                                answers(last(diagnosis(step))))
                : "";
    }

    /** Returns half the width of the interval of what a level served at once, as a share. */
    private static double relativeError(FailedStep step, LoadLevel level) {
        return Math.hypot(
                diagnosis(step).single().orElseThrow().relativeError(),
                level.flow().relativeError());
    }

    private static String answers(LoadLevel level) {
        LoadLevel.Flow flow = level.flow();
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

    private static Diagnosis diagnosis(FailedStep step) {
        return step.evidence().process().diagnosis();
    }

    private static LoadLevel first(Diagnosis diagnosis) {
        return diagnosis.levels().get(0);
    }

    private static LoadLevel last(Diagnosis diagnosis) {
        return diagnosis.levels().get(diagnosis.levels().size() - 1);
    }

    static String words(FailedStep step, Law.Limit limit, ServingThreads where) {
        LoadLevel last = last(diagnosis(step));
        String places = where.words();
        return "%s%s%s"
                .formatted(
                        served(step, limit, where),
                        places.isEmpty() ? "" : "; " + places,
                        last.refused().count() == 0
                                ? ""
                                : "; of %d in flight %s"
                                        .formatted(
                                                last.offered(), last.refused().words()));
    }

    /** Returns the number with its origin, such as {@code 23 requests served at once (23.1 +- 0.8: 57.4/s at 46 in flight, ...}. */
    private static String served(FailedStep step, Law.Limit limit, ServingThreads where) {
        ServiceTime single = single(step);
        String used = last(diagnosis(step)).processors().server().isPresent()
                ? "server used %.2f processors"
                        .formatted(last(diagnosis(step)).processors().server().getAsDouble())
                : "its processors are not seen";
        return "%d served at once, however many are offered (%s, each x %.0f ms of a single request: %s); %s"
                        .formatted(
                                number(limit, where),
                                answers(step),
                                1e3 * single.meanSeconds(),
                                limit.shape() == Law.Shape.ROUNDS
                                        ? "%.1f; a server at rest answered %.0f in its first round"
                                                .formatted(
                                                        last(diagnosis(step))
                                                                        .flow()
                                                                        .perSecond()
                                                                * single.meanSeconds(),
                                                        limit.served())
                                        : "%.1f +- %.1f".formatted(limit.served(), limit.halfWidth()),
                                used)
                + order(step, number(limit, where))
                + RateLimits.notSeen(step);
    }

    /**
     * Returns how many are in time if those who wait are served in the order in which they came: whole rounds within the SLO;
     * empty if requests take different times.
     */
    private static OptionalLong inTime(FailedStep step, long number) {
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
        long number = number(limit, ServingThreads.of(diagnosis(step), limit));
        Step failed = step.evidence().failed();
        double seconds = diagnosis(step).single().orElseThrow().meanSeconds();
        // Requests that take different times do not wait for whole rounds.
        double atMost = number * failed.outcome().slo().orElse(Duration.ZERO).toNanos() / 1e9 / seconds;
        return atMost > 0 && outstanding(step) > inTime(step, number).orElse((long) atMost);
    }

    /** Returns how many requests were outstanding at once in the step that failed: those of connections that are held are few. */
    private static long outstanding(FailedStep step) {
        return step.evidence().scenario().work().inFlight().isPresent()
                ? step.evidence().failed().target()
                : step.window().stream()
                        .map(Sample::load)
                        .mapToLong(LoadReading::outstanding)
                        .max()
                        .orElse(0);
    }

    /**
     * Returns why fewer are in time than as many whole rounds as fit into the SLO would serve, as a clause with a leading
     * separator; empty if they are as many.
     */
    private static String order(FailedStep step, long number) {
        OptionalLong inTime = inTime(step, number);
        Step failed = step.evidence().failed();
        boolean fewer = inTime.isPresent()
                && inTime.getAsLong() > number
                && failed.target() <= IN_ORDER * inTime.getAsLong()
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
     * Returns how many are served at once: as many as threads were seen to do it, of which some may have been between two
     * requests at one of the levels, and else what the law says.
     */
    static long number(Law.Limit limit, ServingThreads where) {
        return where.serves()
                .map(serves -> (long) Math.max(serves.less(), serves.more()))
                .filter(threads -> threads <= MAX_COUNTED)
                .orElse(limit.whole());
    }

    /** Returns true if those who find no place are refused: none of them waits. */
    private static boolean refusesTheOthers(LoadLevel more, Law.Limit limit) {
        return more.refused().count() > more.offered() - limit.served();
    }

    private static String relief(LoadLevel more, Law.Limit limit, ServingThreads where) {
        String what =
                "raise what lets no more than %s through at once".formatted(Plural.of(number(limit, where), "request"));
        if (refusesTheOthers(more, limit)) {
            return what + " and refuses the others (a bulkhead, a bounded queue, load shedding)";
        }
        Optional<Standing> waits = where.waits().map(PlaceCounts::standing).filter(standing -> !standing.place()
                .isEmpty());
        if (waits.isPresent()) {
            return "%s: others wait %s".formatted(what, waits.get().place());
        }
        return where.serves()
                .map(serves -> "%s: perhaps the number of threads %s"
                        .formatted(what, serves.standing().threads()))
                .orElse(what);
    }
}
