package io.ceiling.load.report;

/**
 * Counts of the messages that an agent was to publish, since {@code prepare}.
 *
 * @param due messages whose intended time has come, including those that a later {@code publish} cancels
 * @param sent messages of these that were sent
 * @param late messages of these that were sent more than 1 ms after their intended time
 * @param answered messages sent whose POST was answered as expected; over WebSocket, which has no answers, all that
 *     were sent
 */
public record PublishCounts(long due, long sent, long late, long answered) {

    public static final PublishCounts NONE = new PublishCounts(0, 0, 0, 0);

    public PublishCounts plus(PublishCounts other) {
        return new PublishCounts(due + other.due, sent + other.sent, late + other.late, answered + other.answered);
    }

    public PublishCounts since(PublishCounts before) {
        return new PublishCounts(due - before.due, sent - before.sent, late - before.late, answered - before.answered);
    }
}
