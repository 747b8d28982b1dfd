package io.ceiling.load;

import java.util.EnumMap;
import java.util.Map;

/** The counts of one event loop, changed by its thread alone; {@link AgentReport} says what each means. */
final class Tally {

    static final long NO_AGE = -1;
    private static final int MAX_TEXT_CHARS = 300;

    long asked;
    /** Asked for and not yet started, or started and without outcome. */
    long pending;

    long served;
    long alive;
    long exchangesAsked;
    long exchangesAnswered;
    long exchangesLost;
    long lateSends;
    long releasedAnswers;
    long bytesRead;
    long bytesWritten;
    final ChannelTally channels = new ChannelTally();
    final PublishTally publishing = new PublishTally();
    private long closedMinAgeNanos = NO_AGE;
    private long closedMaxAgeNanos = NO_AGE;
    private final Map<FailureCause, Long> failures = new EnumMap<>(FailureCause.class);
    private final Map<FailureCause, String> firstTexts = new EnumMap<>(FailureCause.class);

    void failed(FailureCause cause, String text) {
        failures.merge(cause, 1L, Long::sum);
        firstTexts.putIfAbsent(
                cause, text.length() <= MAX_TEXT_CHARS ? text : text.substring(0, MAX_TEXT_CHARS) + "...");
    }

    void closedWhileHeld(long ageNanos) {
        closedMinAgeNanos = closedMinAgeNanos == NO_AGE ? ageNanos : Math.min(closedMinAgeNanos, ageNanos);
        closedMaxAgeNanos = Math.max(closedMaxAgeNanos, ageNanos);
    }

    void beginExchanges(long count) {
        exchangesAsked = count;
        exchangesAnswered = 0;
        exchangesLost = 0;
        lateSends = 0;
    }

    void add(Tally other) {
        asked += other.asked;
        pending += other.pending;
        served += other.served;
        alive += other.alive;
        exchangesAsked += other.exchangesAsked;
        exchangesAnswered += other.exchangesAnswered;
        exchangesLost += other.exchangesLost;
        lateSends += other.lateSends;
        releasedAnswers += other.releasedAnswers;
        bytesRead += other.bytesRead;
        bytesWritten += other.bytesWritten;
        channels.add(other.channels);
        publishing.add(other.publishing);
        if (other.closedMinAgeNanos != NO_AGE) {
            closedWhileHeld(other.closedMinAgeNanos);
            closedWhileHeld(other.closedMaxAgeNanos);
        }
        other.failures.forEach((cause, count) -> failures.merge(cause, count, Long::sum));
        other.firstTexts.forEach(firstTexts::putIfAbsent);
    }

    AgentReport report(ProcessReading process, String transport, long longestPauseNanos) {
        return new AgentReport(
                process.pid(),
                asked,
                pending,
                served,
                alive,
                Map.copyOf(failures),
                Map.copyOf(firstTexts),
                closedMinAgeNanos,
                closedMaxAgeNanos,
                exchangesAsked,
                exchangesAnswered,
                exchangesAsked - exchangesAnswered - exchangesLost,
                lateSends,
                releasedAnswers,
                bytesRead,
                bytesWritten,
                process.cpuNanos(),
                process.gcNanos(),
                process.heapUsedBytes(),
                process.heapMaxBytes(),
                process.rssBytes(),
                process.openDescriptors(),
                process.maxDescriptors(),
                transport,
                channels.counts(),
                longestPauseNanos,
                publishing.counts());
    }
}
