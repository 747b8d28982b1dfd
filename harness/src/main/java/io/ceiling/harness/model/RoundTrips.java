package io.ceiling.harness.model;

/**
 * How long messages of rooms took from member to member.
 *
 * @param times from a message's intended start at its sender to its arrival at members of the probe, and from when its sender sent it
 * @param firstThirdNanos median of the first third of the time, from the intended start
 * @param lastThirdNanos median of the last third
 */
public record RoundTrips(Latencies times, long firstThirdNanos, long lastThirdNanos) {

    /** Medians differ by so much without a trend. */
    private static final double STEADY_GROWTH = 1.5;

    private static final long STEADY_NANOS = 2_000_000;

    /** Whether the round trip did not grow while it was measured: a queue that grows has no response time. */
    public boolean steady() {
        return lastThirdNanos <= STEADY_GROWTH * firstThirdNanos + STEADY_NANOS;
    }
}
