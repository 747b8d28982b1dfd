package io.ceiling.load.loop;

import io.ceiling.load.report.AgeRange;
import io.ceiling.load.report.ByteCounts;
import io.ceiling.load.report.ChannelCounts;
import io.ceiling.load.report.ConnectionCounts;
import io.ceiling.load.report.Counts;
import io.ceiling.load.report.ExchangeCounts;
import io.ceiling.load.report.FailureCause;
import io.ceiling.load.report.Failures;
import io.ceiling.load.report.PublishCounts;
import io.ceiling.load.report.Refusal;
import io.ceiling.load.report.RefusalKind;
import java.util.EnumMap;
import java.util.Map;

/**
 * The counts of one event loop, without the counts of its workload. {@link Counts} defines each count. Confined to the
 * thread of its event loop.
 */
final class Tally {

    // Length difference of two answers that does not count: numbers or names in them may differ.
    private static final int TOLERATED_DIFFERENCE_BYTES = 64;

    private static final int MAX_TEXT_CHARS = 300;

    long requested;
    /** Requested connections that are neither served nor closed, whether started or not. */
    long pending;

    long served;
    long alive;
    long exchangesPlanned;
    long exchangesAnswered;
    long exchangesLost;
    long lateSends;
    long released;
    long bytesRead;
    long bytesWritten;
    private long bodies;
    private long bodyBytes;
    private long deviatingBodies;
    // Length of the body of the first answer; -1 before it.
    private long firstBytes = -1;

    private AgeRange closedAges = AgeRange.NONE;
    private final Map<FailureCause, Long> failures = new EnumMap<>(FailureCause.class);
    private final Map<FailureCause, String> firstTexts = new EnumMap<>(FailureCause.class);
    private final Map<RefusalKind, Refusal> refusals = new EnumMap<>(RefusalKind.class);

    /** @param nanos time from the send or the connect to the failure, in ns */
    void countFailure(FailureCause cause, String text, long nanos) {
        failures.merge(cause, 1L, Long::sum);
        RefusalKind kind = RefusalKind.of(cause, text);
        if (kind != null) {
            refusals.merge(kind, new Refusal(1, nanos, nanos), Refusal::plus);
        }
        firstTexts.putIfAbsent(
                cause, text.length() <= MAX_TEXT_CHARS ? text : text.substring(0, MAX_TEXT_CHARS) + "...");
    }

    /**
     * Counts an answer that was read to its end.
     *
     * @param bytes length of its body
     */
    void countBody(int bytes) {
        firstBytes = firstBytes < 0 ? bytes : firstBytes;
        bodies++;
        bodyBytes += bytes;
        long longer = Math.max(bytes, firstBytes);
        long shorter = Math.min(bytes, firstBytes);
        deviatingBodies += longer >= 2 * shorter && longer - shorter > TOLERATED_DIFFERENCE_BYTES ? 1 : 0;
    }

    void countHeldClose(long ageNanos) {
        closedAges = closedAges.plus(AgeRange.of(ageNanos));
    }

    /** Forgets the ages of closed connections, which would otherwise be mixed with those of a later step. */
    void forgetAges() {
        closedAges = AgeRange.NONE;
    }

    void beginExchanges(long count) {
        exchangesPlanned = count;
        exchangesAnswered = 0;
        exchangesLost = 0;
        lateSends = 0;
    }

    /** @param withCookies clients that keep a cookie */
    Counts counts(long withCookies) {
        return new Counts(
                new ConnectionCounts(requested, pending, served, alive, released, 0, 0, withCookies),
                new Failures(failures, firstTexts, refusals),
                closedAges,
                new ExchangeCounts(exchangesPlanned, exchangesAnswered, exchangesLost, lateSends),
                new ByteCounts(bytesRead, bytesWritten, bodies, bodyBytes, deviatingBodies),
                ChannelCounts.NONE,
                PublishCounts.NONE);
    }
}
