package io.ceiling.rooms;

import io.ceiling.harness.reading.Latencies;

/**
 * The times that messages of rooms took from member to member.
 *
 * @param times times to the arrival at members of the probe agent: from a message's intended start, and from its actual
 *     send
 * @param firstThirdNanos median of the first third of the measured time, from the intended start, in ns
 * @param lastThirdNanos median of the last third, in ns
 */
record RoundTrips(Latencies times, long firstThirdNanos, long lastThirdNanos) {

    // Growth of the median that can occur without a trend.
    private static final double STEADY_GROWTH = 1.5;

    private static final long STEADY_NANOS = 2_000_000;

    /**
     * Returns true if the round trip did not grow during the measurement: a queue that grows has no stable response
     * time.
     */
    public boolean isSteady() {
        return lastThirdNanos <= STEADY_GROWTH * firstThirdNanos + STEADY_NANOS;
    }
}
