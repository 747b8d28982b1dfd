package io.ceiling.harness.reading;

/**
 * The longest times for which processes were kept from running, in nanoseconds.
 *
 * @param serverNanos longest pause of the server
 * @param agentNanos longest pause of a load agent
 */
public record LongestPauses(Seen serverNanos, Seen agentNanos) {

    /** No pause was seen. */
    public static final LongestPauses NONE = new LongestPauses(Seen.NOT, Seen.NOT);

    /** Returns the longer pause of each side; a pause that was seen counts as longer than one that was not. */
    public LongestPauses or(LongestPauses other) {
        return new LongestPauses(longer(serverNanos, other.serverNanos), longer(agentNanos, other.agentNanos));
    }

    /**
     * Returns these pauses with the given one of the server if it is longer; a negative value stands for one that was
     * not seen.
     */
    public LongestPauses orServer(long nanos) {
        return or(new LongestPauses(Seen.ofNegativeNot(nanos), Seen.NOT));
    }

    public LongestPauses orAgent(long nanos) {
        return or(new LongestPauses(Seen.NOT, Seen.of(nanos)));
    }

    private static Seen longer(Seen one, Seen other) {
        return one.orElse(-1) >= other.orElse(-1) ? one : other;
    }
}
