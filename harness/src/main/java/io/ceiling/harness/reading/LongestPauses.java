package io.ceiling.harness.reading;

/**
 * The longest times for which processes were kept from running, in nanoseconds.
 *
 * @param serverNanos longest pause of the server
 * @param agentNanos longest pause of a load agent
 */
public record LongestPauses(Observation serverNanos, Observation agentNanos) {

    /** No pause was seen. */
    public static final LongestPauses NONE = new LongestPauses(Observation.NOT_SEEN, Observation.NOT_SEEN);

    /** Returns the longer pause of each side; a pause that was seen counts as longer than one that was not. */
    public LongestPauses max(LongestPauses other) {
        return new LongestPauses(longer(serverNanos, other.serverNanos), longer(agentNanos, other.agentNanos));
    }

    /**
     * Returns these pauses with the given one of the server if it is longer; a negative value stands for one that was
     * not seen.
     */
    public LongestPauses withServerPause(long nanos) {
        return max(new LongestPauses(Observation.ofNegativeNotSeen(nanos), Observation.NOT_SEEN));
    }

    public LongestPauses withAgentPause(long nanos) {
        return max(new LongestPauses(Observation.NOT_SEEN, Observation.of(nanos)));
    }

    private static Observation longer(Observation one, Observation other) {
        return one.orElse(-1) >= other.orElse(-1) ? one : other;
    }
}
