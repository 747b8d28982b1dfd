package io.ceiling.harness.verdict.law;

import io.ceiling.harness.reading.BusiestThread;
import io.ceiling.harness.result.law.Diagnosis;
import io.ceiling.harness.result.law.LoadLevel;
import io.ceiling.harness.result.law.ServiceTime;
import io.ceiling.harness.stats.StudentT;
import java.util.List;
import java.util.LongSummaryStatistics;

/**
 * Finds how many requests a server serves at once: by Little's law, the answers of a second times the time that one is
 * served, which is that of a single request. A pure function.
 *
 * <p>Notes. A request passes stations. Beyond saturation the slowest one sets the rate X, alone a request takes S, and X x S
 * is the same number at two levels of load. It grows with the load where nothing limits it, and falls where an overload
 * spoils the answers. It is a size of something only if a place is held from beginning to end: then a server at rest answers
 * that number in its first round. Where those that are served compute all the time, their number is that of processors, and
 * no limit of its own.
 */
public final class ConcurrencyLaw {

    // Share by which two numbers of requests served at once may differ, whatever their intervals are.
    private static final double SAME_SHARE = 0.12;

    // Share by which they may differ where their intervals are wide: well below the growth of the load.
    private static final double MAX_SAME_SHARE = 0.2;

    // Difference up to which two small numbers are equal.
    private static final double NO_DIFFERENCE = 0.25;

    // Smallest growth of the number if nothing limits it, as a share of the growth of the load.
    private static final double MIN_GROWTH_SHARE = 0.5;

    // Share of the lower level's number that remains at most if an overload spoils answers.
    private static final double COLLAPSE_SHARE = 0.8;

    // Multiple of the error above which a difference counts.
    private static final double ERROR_FACTOR = 2;

    // Smallest share of its time that each request computes, if fewer requests are served than there are processors.
    private static final double COMPUTING_SHARE = 0.7;

    // Share of its processors from which they limit a server.
    private static final double PROCESSORS_FULL = 0.85;

    // Share of the host's processors from which they limit a server that uses most of its own.
    private static final double HOST_FULL = 0.95;

    // Multiple of its processors that may seem to be served at once where a single request was slow on a full host.
    private static final double SLOW_SINGLE_FACTOR = 2;

    // Share of a processor above which an event loop of the load agents may be the limit.
    private static final double LOOP_FULL = 0.9;

    // Half the width of an interval, as a share, above which no conclusion is possible.
    private static final double LARGEST_ERROR = 0.8;

    // Share of the time from which one thread that works at both levels is the limit.
    private static final double FULL_THREAD = 0.85;

    // Share of the calculated number up to which first answers come one after another.
    private static final double SERIAL_SHARE = 0.45;

    // Multiple of the calculated number from which first answers are no round.
    private static final double BURST_FACTOR = 1.25;

    /** Smallest concurrency of which a share is meaningful. */
    static final double MIN_SERVED = 4;

    // Share by which the first rounds of two levels may differ.
    private static final double SAME_ROUND = 0.03;

    // Share of the calculated number from which first answers are a round, and no rate that starts slowly.
    private static final double MIN_ROUND_SHARE = 0.7;

    // Share by which a first round may exceed the calculated number: refusals leave places empty later.
    private static final double ABOVE_CALCULATED = 0.1;

    private static final double VARIANCE_FACTOR = 1.2;

    private ConcurrencyLaw() {}

    /** Returns what the levels say. */
    public static Law of(Diagnosis diagnosis) {
        List<LoadLevel> levels = diagnosis.levels();
        if (diagnosis.single().isEmpty() || levels.size() < 2) {
            return new Law.Undecided(
                    diagnosis.skipped().isEmpty() ? "a second level of load is missing" : diagnosis.skipped());
        }
        ServiceTime single = diagnosis.single().get();
        LoadLevel lower = levels.get(0);
        LoadLevel higher = levels.get(levels.size() - 1);
        if (isAgentFull(diagnosis)) {
            return new Law.Undecided("an event loop of the load generator was full");
        }
        if (lower.answerRate().perSecond() <= 0) {
            return new Law.Undecided("nothing was answered at %d in flight".formatted(lower.offered()));
        }
        double served = served(lower, single);
        double servedAtHigher = served(higher, single);
        double error = error(single, lower, higher);
        if (error > LARGEST_ERROR) {
            return new Law.Undecided(
                    "the times of single requests, or the answers, vary by %.0f %%".formatted(100 * error));
        }
        boolean falls = servedAtHigher <= Math.min(COLLAPSE_SHARE, 1 - ERROR_FACTOR * error) * served;
        if (higher.answerRate().perSecond() <= 0 && !falls) {
            return new Law.Undecided("nothing was answered at %d in flight".formatted(higher.offered()));
        }
        // Refusals take processors as well, however few requests are served.
        boolean refusesMost = levels.stream().allMatch(ConcurrencyLaw::refusesMost);
        String thread = falls || refusesMost ? "" : fullThread(lower, higher);
        if (!thread.isEmpty() || (!refusesMost && computes(higher.processors(), servedAtHigher, falls))) {
            LoadLevel.ProcessorsUsed used = higher.processors();
            return new Law.CpuBound(servedAtHigher, used.server().orElse(0), used.allowedCores(), thread);
        }
        // Each refusal leaves a place empty for a moment, so that the larger number is nearer to the truth.
        boolean refuses =
                levels.stream().allMatch(level -> level.failedRequests().count() > 0);
        double same = served * (refuses ? MAX_SAME_SHARE : Math.min(MAX_SAME_SHARE, Math.max(SAME_SHARE, error)));
        double difference = Math.abs(servedAtHigher - served);
        if (difference <= Math.max(NO_DIFFERENCE, same) && servedAtHigher <= maxServed(higher)) {
            double combined = refuses ? Math.max(served, servedAtHigher) : (served + servedAtHigher) / 2;
            // The interval includes the numbers of both levels.
            double halfWidth = Math.max(error * combined, refuses ? difference : difference / 2);
            Law.Shape shape = shape(diagnosis, combined, halfWidth);
            return shape == Law.Shape.ROUNDS
                    ? new Law.Limit(mostAtFirst(diagnosis), error * mostAtFirst(diagnosis), shape)
                    : new Law.Limit(combined, halfWidth, shape);
        }
        double growth = MIN_GROWTH_SHARE * ((double) higher.offered() / lower.offered() - 1);
        if (servedAtHigher >= (1 + Math.max(growth, ERROR_FACTOR * error)) * served
                || servedAtHigher > maxServed(higher)) {
            return new Law.Growth(served, servedAtHigher);
        }
        if (falls) {
            return new Law.Collapse(
                    lower.answerRate().perSecond(), higher.answerRate().perSecond());
        }
        return new Law.Undecided(
                "%.1f were served at once at %d in flight (%.1f/s), and %.1f at %d (%.1f/s)"
                        .formatted(
                                served,
                                lower.offered(),
                                lower.answerRate().perSecond(),
                                servedAtHigher,
                                higher.offered(),
                                higher.answerRate().perSecond()),
                true);
    }

    // A single request may do more than what takes a place: work before and after it, or an answer whose second
    // packet waits for the acknowledgement of the first. That makes the product too large, and not the first round,
    // where requests take the same time.
    private static Law.Shape shape(Diagnosis diagnosis, double calculated, double halfWidth) {
        List<LoadLevel> levels = diagnosis.levels();
        LongSummaryStatistics first = firstRounds(diagnosis);
        long most = first.getMax();
        if (first.getCount() < levels.size()) {
            return Law.Shape.NOT_SEEN;
        }
        if (calculated >= MIN_SERVED && most <= SERIAL_SHARE * calculated) {
            return Law.Shape.SERIAL;
        }
        // Only a number that is the same at both levels is a round, and no chance.
        boolean same = most - first.getMin() <= SAME_ROUND * most && most <= maxServed(levels.get(0));
        boolean near = most >= MIN_ROUND_SHARE * calculated
                && most <= calculated + Math.max(NO_DIFFERENCE, ABOVE_CALCULATED * calculated);
        if (same && near && diagnosis.single().orElseThrow().isServedInRounds()) {
            return Law.Shape.ROUNDS;
        }
        boolean burst = same && most >= Math.max(BURST_FACTOR * calculated, calculated + halfWidth) + 1;
        return burst ? Law.Shape.BURST : Law.Shape.NOT_SEEN;
    }

    private static long mostAtFirst(Diagnosis diagnosis) {
        return firstRounds(diagnosis).getMax();
    }

    private static LongSummaryStatistics firstRounds(Diagnosis diagnosis) {
        return diagnosis.levels().stream()
                .flatMapToLong(level -> level.bursts().first().stream())
                .summaryStatistics();
    }

    /** Returns true if the server refused more requests than it served. */
    static boolean refusesMost(LoadLevel level) {
        return level.failedRequests().perSecond() > level.answerRate().perSecond();
    }

    // Returns the name of a thread that worked all the time at both levels; empty if none did.
    private static String fullThread(LoadLevel lower, LoadLevel higher) {
        BusiestThread busiestAtLower = lower.processors().busiest();
        BusiestThread busiestAtHigher = higher.processors().busiest();
        boolean full = higher.processors().server().isPresent()
                && busiestAtLower.id().isSeen()
                && busiestAtLower.id().equals(busiestAtHigher.id())
                && busiestAtLower.cores().orElse(0) >= FULL_THREAD
                && busiestAtHigher.cores().orElse(0) >= FULL_THREAD;
        return full ? busiestAtHigher.name() : "";
    }

    /** Returns true if an event loop of the load generator was full at one of the levels, so that its answers are bunched. */
    static boolean isAgentFull(Diagnosis diagnosis) {
        return diagnosis.levels().stream()
                .anyMatch(level -> level.processors().fullestLoopShare().orElse(0) >= LOOP_FULL);
    }

    // Returns true if processors are the limit: all of them, those that others leave, or one for each request in
    // service. If answers become fewer, their processor use says nothing.
    private static boolean computes(LoadLevel.ProcessorsUsed processors, double served, boolean falls) {
        double used = processors.server().orElse(0);
        boolean shared = processors.host().orElse(0) >= HOST_FULL
                && used >= COMPUTING_SHARE * Math.min(served, processors.allowedCores())
                && served <= SLOW_SINGLE_FACTOR * processors.allowedCores();
        return used >= PROCESSORS_FULL * processors.allowedCores()
                || shared
                || (!falls && served <= processors.allowedCores() && used >= COMPUTING_SHARE * served);
    }

    // The number of answers in a window varies if service times differ: each answer adds their variance, and a fitted
    // line a fifth more.
    private static double error(ServiceTime single, LoadLevel lower, LoadLevel higher) {
        double window = DiagnosisPlan.window(single.meanSeconds()).toNanos() / 1e9;
        double answers = lower.answerRate().perSecond() * window;
        double wandering = StudentT.OF_MANY * single.spread() * Math.sqrt(VARIANCE_FACTOR / answers);
        // The number is the mean of both.
        double fitted = Math.hypot(
                        lower.answerRate().relativeError(), higher.answerRate().relativeError())
                / 2;
        return Math.hypot(single.relativeError(), Math.hypot(fitted, wandering));
    }

    private static double served(LoadLevel level, ServiceTime single) {
        return level.answerRate().perSecond() * single.meanSeconds();
    }

    // Returns the largest concurrency that leaves some requests waiting: clearly fewer than offered.
    private static double maxServed(LoadLevel level) {
        return 0.9 * level.offered();
    }
}
