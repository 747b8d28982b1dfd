package io.ceiling.load.report;

import java.io.Serializable;

/**
 * Requests after the first of each connection, and their answers.
 *
 * @param asked exchanges that were planned; of a conversation, those that were due
 * @param answered of these, the correctly answered
 * @param lost of these, the ones whose connection was closed before the answer
 * @param late of these, the ones sent more than 1 ms after their intended start
 */
public record ExchangeCounts(long asked, long answered, long lost, long late) implements Serializable {

    private static final long serialVersionUID = 1;

    /** Nothing was asked. */
    public static final ExchangeCounts NONE = new ExchangeCounts(0, 0, 0, 0);

    /** Returns the exchanges whose outcome is still open. */
    public long pending() {
        return asked - answered - lost;
    }

    /** Returns the sums. */
    public ExchangeCounts plus(ExchangeCounts other) {
        return new ExchangeCounts(asked + other.asked, answered + other.answered, lost + other.lost, late + other.late);
    }

    /** Returns the differences; both must be of one round of exchanges, or one conversation. */
    public ExchangeCounts since(ExchangeCounts before) {
        return new ExchangeCounts(
                asked - before.asked, answered - before.answered, lost - before.lost, late - before.late);
    }
}
