package io.ceiling.load.report;

import java.io.Serializable;

/**
 * What became of the messages that an agent was to publish, since {@code prepare}.
 *
 * @param asked messages whose intended time has come; the ones given up by a later {@code publish} included
 * @param sent of these, the ones that went out
 * @param late of these, the ones that went out more than 1 ms after their intended time
 * @param answered of the sent, the POSTs that were answered as they should; over WebSocket, where no answer comes, all
 */
public record PublishCounts(long asked, long sent, long late, long answered) implements Serializable {

    private static final long serialVersionUID = 1;

    /** Nothing was published. */
    public static final PublishCounts NONE = new PublishCounts(0, 0, 0, 0);

    /** Returns the sums. */
    public PublishCounts plus(PublishCounts other) {
        return new PublishCounts(asked + other.asked, sent + other.sent, late + other.late, answered + other.answered);
    }

    /** Returns the differences. */
    public PublishCounts since(PublishCounts before) {
        return new PublishCounts(
                asked - before.asked, sent - before.sent, late - before.late, answered - before.answered);
    }
}
