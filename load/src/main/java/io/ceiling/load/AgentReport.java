package io.ceiling.load;

import java.io.Serializable;
import java.util.Map;

/**
 * The state of one agent; counts are since {@link AgentCommands#prepare}, unless said otherwise.
 *
 * @param asked connections that were asked for
 * @param pending connections asked for whose outcome is still open
 * @param served connections that got a correct first answer, the closed ones included
 * @param alive connections open now that were served
 * @param failures connections that failed, by cause; a cause that never occurred is absent
 * @param firstFailureTexts the first error text of each cause
 * @param closedWhileHeldMinAgeNanos youngest age at which the server closed a served connection, counted from its last
 *     answer; -1 if none
 * @param closedWhileHeldMaxAgeNanos oldest such age; -1 if none
 * @param exchangesAsked exchanges planned since the last call of exchange, saturate or converse; of a conversation, those that were due
 * @param exchangesAnswered of these, the correctly answered
 * @param exchangesPending of these, the ones whose outcome is still open
 * @param lateSends of these, the ones sent more than 1 ms after their intended start
 * @param releasedAnswers held responses that ended with the expected last line
 * @param bytesRead bytes read from sockets
 * @param bytesWritten bytes that sockets took
 * @param cpuNanos processor time of this process since its start
 * @param gcNanos time in garbage collection since its start
 * @param heapUsedBytes now, garbage included
 * @param rssBytes resident set; -1 where it cannot be told
 * @param openDescriptors -1 where it cannot be told
 * @param maxDescriptors the limit of this process; -1 where it cannot be told
 * @param channels what became of messages; all zero but for the workload CHANNELS
 * @param longestPauseNanos for how long this process was kept from running at most, since {@link AgentCommands#forgetDeliveries}
 *     or the beginning of a conversation;
 *     0 but for the workload CHANNELS and while connections converse
 * @param publishing what became of the messages that were to be published
 */
public record AgentReport(
        long pid,
        long asked,
        long pending,
        long served,
        long alive,
        Map<FailureCause, Long> failures,
        Map<FailureCause, String> firstFailureTexts,
        long closedWhileHeldMinAgeNanos,
        long closedWhileHeldMaxAgeNanos,
        long exchangesAsked,
        long exchangesAnswered,
        long exchangesPending,
        long lateSends,
        long releasedAnswers,
        long bytesRead,
        long bytesWritten,
        long cpuNanos,
        long gcNanos,
        long heapUsedBytes,
        long heapMaxBytes,
        long rssBytes,
        long openDescriptors,
        long maxDescriptors,
        String transport,
        ChannelCounts channels,
        long longestPauseNanos,
        PublishCounts publishing)
        implements Serializable {

    private static final long serialVersionUID = 1;
}
