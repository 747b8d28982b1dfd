package io.ceiling.capacity.prediction;

import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.Sample;

/**
 * A server that was read at one number of connections.
 *
 * @param connections connections that were held; of a recursion its levels
 * @param sample reading at the end, after a full collection
 * @param cpuTimes processor time of the server at this level
 */
public record LevelReading(int connections, Sample sample, CpuTimes cpuTimes) {

    public LevelReading {
        if (connections < 0) {
            throw new IllegalArgumentException("connections must be >= 0, were %d".formatted(connections));
        }
    }

    /**
     * The processor time of a server over two periods: one in which the connections were idle, and one in which they
     * exchanged. What was not measured is not seen.
     *
     * @param idleNanos length of the idle period, in ns
     * @param idleCpuNanos processor time in it, in ns
     * @param busyNanos length of the period with exchanges, in ns
     * @param busyCpuNanos processor time in it, in ns
     * @param exchanges requests that were answered in it
     */
    public record CpuTimes(
            Observation idleNanos,
            Observation idleCpuNanos,
            Observation busyNanos,
            Observation busyCpuNanos,
            Observation exchanges) {

        public static final CpuTimes NOT_MEASURED = new CpuTimes(
                Observation.NOT_SEEN,
                Observation.NOT_SEEN,
                Observation.NOT_SEEN,
                Observation.NOT_SEEN,
                Observation.NOT_SEEN);
    }
}
