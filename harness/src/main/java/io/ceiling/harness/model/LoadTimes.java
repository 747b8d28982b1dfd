package io.ceiling.harness.model;

/**
 * How long it took all load agents together.
 *
 * @param connect from the intended start of a connection until it was established
 * @param firstAnswer from the intended start of a connection to its first correct answer
 * @param exchanges of the last round of exchanges or the last conversation
 * @param deliveries of the messages of channels since they were last forgotten
 */
public record LoadTimes(ResponseTimes connect, ResponseTimes firstAnswer, Latencies exchanges, Latencies deliveries) {

    public static final LoadTimes NONE =
            new LoadTimes(ResponseTimes.NONE, ResponseTimes.NONE, Latencies.NONE, Latencies.NONE);
}
