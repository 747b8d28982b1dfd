package io.ceiling.harness.model;

/**
 * The longest times for which processes were kept from running, in nanoseconds.
 *
 * @param serverNanos of the server
 * @param agentNanos of a load agent
 */
public record LongestPauses(Seen serverNanos, Seen agentNanos) {

    /** No pause was seen. */
    public static final LongestPauses NONE = new LongestPauses(Seen.NOT, Seen.NOT);

    /** Returns the longer ones of both; a pause that was seen is longer than one that was not. */
    public LongestPauses or(LongestPauses other) {
        return new LongestPauses(longer(serverNanos, other.serverNanos), longer(agentNanos, other.agentNanos));
    }

    /** Returns these, or the given one of the server where that is longer; negative if it was not seen. */
    public LongestPauses orServer(long nanos) {
        return or(new LongestPauses(Seen.ofNegativeNot(nanos), Seen.NOT));
    }

    /** Returns these, or the given one of a load agent where that is longer. */
    public LongestPauses orAgent(long nanos) {
        return or(new LongestPauses(Seen.NOT, Seen.of(nanos)));
    }

    private static Seen longer(Seen one, Seen other) {
        return one.orElse(-1) >= other.orElse(-1) ? one : other;
    }
}
