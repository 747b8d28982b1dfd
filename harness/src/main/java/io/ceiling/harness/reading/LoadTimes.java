package io.ceiling.harness.reading;

/**
 * The response times of all load agents together, in a ramp those of one step.
 *
 * @param connect times until a connection was established, from when it was admitted: in a ramp by the window of connections
 *     that wait, so that opening is a closed loop
 * @param firstAnswer times from the same moment to its first correct answer
 * @param exchanges times of the last round of exchanges or the last conversation
 * @param deliveries delivery times of messages since they were last reset
 */
public record LoadTimes(ResponseTimes connect, ResponseTimes firstAnswer, Latencies exchanges, Latencies deliveries) {

    public static final LoadTimes NONE =
            new LoadTimes(ResponseTimes.NONE, ResponseTimes.NONE, Latencies.NONE, Latencies.NONE);
}
