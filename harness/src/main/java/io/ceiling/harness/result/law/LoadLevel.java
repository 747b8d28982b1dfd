package io.ceiling.harness.result.law;

import io.ceiling.harness.reading.BusiestThread;
import io.ceiling.load.report.Failures;
import io.ceiling.load.report.RefusalKind;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;

/**
 * A level of load: a constant number of outstanding requests, answered or not.
 *
 * @param offered requests outstanding at once
 * @param answerRate requests that were answered
 * @param failedRequests requests that were answered otherwise, or not at all
 * @param processors processors that were used meanwhile
 * @param threadsByPlace where the threads of the server stood
 * @param bursts how many requests were answered within short times
 * @param outbound connections of the server to others
 */
public record LoadLevel(
        int offered,
        AnswerRate answerRate,
        FailedRequests failedRequests,
        ProcessorsUsed processors,
        ThreadsByPlace threadsByPlace,
        Bursts bursts,
        Outbound outbound) {

    // Share of a processor above which a thread of an idle server works for something else.
    private static final double BUSY = 0.5;

    /**
     * The rate of answers.
     *
     * @param perSecond correct answers a second
     * @param relativeError half the width of its interval, as a share
     * @param requestsInServer requests in the server that are answered in the end, on average, by Little's law; empty if their times
     *     were not seen
     * @param restedPerSecond answers a second when the server had rested before; empty if that is this rate
     */
    public record AnswerRate(
            double perSecond, double relativeError, OptionalDouble requestsInServer, OptionalDouble restedPerSecond) {

        /** Creates a rate of which it was not counted how many requests were in the server. */
        public AnswerRate(double perSecond, double relativeError) {
            this(perSecond, relativeError, OptionalDouble.empty(), OptionalDouble.empty());
        }

        /** Returns the same rate with the requests that were in the server, each for that time. */
        public AnswerRate inServerFor(double seconds) {
            return new AnswerRate(
                    perSecond,
                    relativeError,
                    seconds > 0 ? OptionalDouble.of(perSecond * seconds) : OptionalDouble.empty(),
                    restedPerSecond);
        }
    }

    /**
     * The requests of a level that failed.
     *
     * @param count how many failed
     * @param firstFailure first failure in words; empty if none failed
     * @param perSecond how many failed a second
     * @param onlyTooManyRequests true if all that was refused was answered with 429: too many requests in a time
     */
    public record FailedRequests(long count, String firstFailure, double perSecond, boolean onlyTooManyRequests) {

        public static final FailedRequests NONE = new FailedRequests(0, "");

        /** Creates failures of which it is not known how fast they came, nor how they were answered. */
        public FailedRequests(long count, String words) {
            this(count, words, 0, false);
        }

        /** Creates failures that were counted. */
        public static FailedRequests of(Failures failures, String words, double perSecond) {
            return failures.total() == 0
                    ? NONE
                    : new FailedRequests(
                            failures.total(),
                            words,
                            perSecond,
                            failures.refusals().keySet().equals(Set.of(RefusalKind.HTTP_429)));
        }
    }

    /**
     * The use of processors.
     *
     * @param server processors that the server used; empty if that was not seen
     * @param allowedCores processors that it may use
     * @param fullestLoopShare share of a processor that the fullest event loop of the load agents used; empty if not seen
     * @param host share of the processors of the server's host that were busy; empty if not seen
     * @param busiest busiest thread of the server
     */
    public record ProcessorsUsed(
            OptionalDouble server,
            double allowedCores,
            OptionalDouble fullestLoopShare,
            OptionalDouble host,
            BusiestThread busiest) {

        public static final ProcessorsUsed NOT_SEEN =
                new ProcessorsUsed(OptionalDouble.empty(), 1, OptionalDouble.empty());

        /** Creates the use of processors without the host's and without threads, which were not read. */
        public ProcessorsUsed(OptionalDouble server, double serverHas, OptionalDouble load) {
            this(server, serverHas, load, OptionalDouble.empty(), BusiestThread.NOT_SEEN);
        }
    }

    /**
     * The numbers of answers within short times, which distinguish a limit of the rate from a limit of the number.
     *
     * @param first answers to a server at rest within the time of little more than one request; empty if not seen
     * @param most most answers within half the time of a request; empty if not seen
     */
    public record Bursts(OptionalLong first, OptionalLong most) {

        public static final Bursts NOT_SEEN = new Bursts(OptionalLong.empty(), OptionalLong.empty());
    }

    /** Creates a level whose answers were not counted within short times. */
    public LoadLevel(
            int offered, AnswerRate flow, FailedRequests refused, ProcessorsUsed processors, ThreadsByPlace crowd) {
        this(offered, flow, refused, processors, crowd, Bursts.NOT_SEEN, Outbound.NOT_SEEN);
    }

    /** Returns the same level with where threads stood. */
    public LoadLevel with(ThreadsByPlace seen) {
        return new LoadLevel(offered, answerRate, failedRequests, processors, seen, bursts, outbound);
    }

    /** Returns the same level with the answers within short times. */
    public LoadLevel with(Bursts seen) {
        return new LoadLevel(offered, answerRate, failedRequests, processors, threadsByPlace, seen, outbound);
    }

    /** Returns the same level with the rate and the first answers of an earlier measurement after a rest. */
    public LoadLevel withRested(LoadLevel rested) {
        AnswerRate both = new AnswerRate(
                answerRate.perSecond(),
                answerRate.relativeError(),
                answerRate.requestsInServer(),
                OptionalDouble.of(rested.answerRate().perSecond()));
        return new LoadLevel(offered, both, failedRequests, processors, threadsByPlace, rested.bursts(), outbound);
    }

    /** Returns the same level with the connections of the server to others. */
    public LoadLevel with(Outbound seen) {
        return new LoadLevel(offered, answerRate, failedRequests, processors, threadsByPlace, bursts, seen);
    }

    /** Returns the same level without what the server does without load as well. */
    public LoadLevel without(Outbound atRest, BusiestThread busyAtRest) {
        boolean busyAnyway = busyAtRest.id().equals(processors.busiest().id())
                && busyAtRest.cores().orElse(0) >= BUSY;
        ProcessorsUsed used = busyAnyway
                ? new ProcessorsUsed(
                        processors.server(),
                        processors.allowedCores(),
                        processors.fullestLoopShare(),
                        processors.host(),
                        BusiestThread.NOT_SEEN)
                : processors;
        return new LoadLevel(
                offered, answerRate, failedRequests, used, threadsByPlace, bursts, outbound.without(atRest));
    }

    public LoadLevel {
        if (offered < 1) {
            throw new IllegalArgumentException("offered must be >= 1, was %d".formatted(offered));
        }
    }
}
