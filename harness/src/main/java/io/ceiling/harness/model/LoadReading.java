package io.ceiling.harness.model;

import java.util.Map;

/**
 * All load agents of a run together at one moment; counts are since the start of the scenario.
 *
 * @param failures by cause label
 * @param failureTexts first error text of each cause
 * @param closedWhileHeldMinAgeNanos -1 if the server closed no served connection
 * @param exchangesAsked of the last round of exchanges, or the last conversation
 * @param response response times of the last round of exchanges, from intended start
 * @param mostDescriptorsShare the fullest agent's open descriptors as share of its limit, 0..1
 * @param mostHeapShare the fullest agent's used heap as share of its limit, 0..1; garbage included
 * @param cpuNanos processor time of all agents since their start
 * @param channels what came from channels
 * @param bytesRead bytes read from sockets
 * @param bytesWritten bytes that sockets took
 */
public record LoadReading(
        int agents,
        long asked,
        long pending,
        long served,
        long alive,
        Map<String, Long> failures,
        Map<String, String> failureTexts,
        long closedWhileHeldMinAgeNanos,
        long closedWhileHeldMaxAgeNanos,
        long exchangesAsked,
        long exchangesAnswered,
        long exchangesPending,
        long lateSends,
        long releasedAnswers,
        ResponseTimes connect,
        ResponseTimes firstAnswer,
        ResponseTimes response,
        ResponseTimes service,
        double mostDescriptorsShare,
        double mostHeapShare,
        long cpuNanos,
        long gcNanos,
        long heapUsedBytes,
        long rssBytes,
        ChannelReading channels,
        long bytesRead,
        long bytesWritten) {

    /** No agents: the recursive workloads. */
    public static final LoadReading NONE = new LoadReading(
            0,
            0,
            0,
            0,
            0,
            Map.of(),
            Map.of(),
            -1,
            -1,
            0,
            0,
            0,
            0,
            0,
            ResponseTimes.NONE,
            ResponseTimes.NONE,
            ResponseTimes.NONE,
            ResponseTimes.NONE,
            0,
            0,
            0,
            0,
            0,
            0,
            ChannelReading.NONE,
            0,
            0);

    /** Without channels and bytes. */
    public LoadReading(
            int agents,
            long asked,
            long pending,
            long served,
            long alive,
            Map<String, Long> failures,
            Map<String, String> failureTexts,
            long closedWhileHeldMinAgeNanos,
            long closedWhileHeldMaxAgeNanos,
            long exchangesAsked,
            long exchangesAnswered,
            long exchangesPending,
            long lateSends,
            long releasedAnswers,
            ResponseTimes connect,
            ResponseTimes firstAnswer,
            ResponseTimes response,
            ResponseTimes service,
            double mostDescriptorsShare,
            double mostHeapShare,
            long cpuNanos,
            long gcNanos,
            long heapUsedBytes,
            long rssBytes) {
        this(
                agents,
                asked,
                pending,
                served,
                alive,
                failures,
                failureTexts,
                closedWhileHeldMinAgeNanos,
                closedWhileHeldMaxAgeNanos,
                exchangesAsked,
                exchangesAnswered,
                exchangesPending,
                lateSends,
                releasedAnswers,
                connect,
                firstAnswer,
                response,
                service,
                mostDescriptorsShare,
                mostHeapShare,
                cpuNanos,
                gcNanos,
                heapUsedBytes,
                rssBytes,
                ChannelReading.NONE,
                0,
                0);
    }

    public long failed() {
        return failures.values().stream().mapToLong(Long::longValue).sum();
    }
}
