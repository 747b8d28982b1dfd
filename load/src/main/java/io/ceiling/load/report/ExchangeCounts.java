package io.ceiling.load.report;

import java.util.OptionalDouble;

/**
 * Counts of the requests after the first of each connection, and of their answers.
 *
 * @param planned exchanges planned; for a conversation, exchanges that were due
 * @param answered exchanges of these that were answered correctly
 * @param lost exchanges of these whose connection was closed before the answer
 * @param late exchanges of these that were sent more than 1 ms after their intended start
 */
public record ExchangeCounts(long planned, long answered, long lost, long late) {

    public static final ExchangeCounts NONE = new ExchangeCounts(0, 0, 0, 0);

    /** Returns the number of exchanges that are neither answered nor lost. */
    public long pending() {
        return planned - answered - lost;
    }

    /** Returns the share of exchanges that were sent late, 0 to 1; empty if there were none. */
    public OptionalDouble lateShare() {
        return planned == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) late / planned);
    }

    public ExchangeCounts plus(ExchangeCounts other) {
        return new ExchangeCounts(
                planned + other.planned, answered + other.answered, lost + other.lost, late + other.late);
    }

    /** Returns the differences; both counts must be of the same round of exchanges or the same conversation. */
    public ExchangeCounts since(ExchangeCounts before) {
        return new ExchangeCounts(
                planned - before.planned, answered - before.answered, lost - before.lost, late - before.late);
    }
}
