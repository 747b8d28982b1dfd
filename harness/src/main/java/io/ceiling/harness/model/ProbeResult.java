package io.ceiling.harness.model;

/**
 * What a closed loop over few connections met, while all others were held.
 *
 * @param wanted requests after which it was to end
 * @param answered a few more, which were under way then; or fewer
 * @param durationNanos from the first request to the last answer
 * @param failed connections of the probe
 * @param cores processors that its load agent used
 * @param why it has fewer answers; empty if it has all
 */
public record ProbeResult(
        int connections,
        long wanted,
        long answered,
        long durationNanos,
        ResponseTimes response,
        long failed,
        double cores,
        String why) {

    public double requestsPerSecond() {
        return durationNanos <= 0 ? 0 : answered / (durationNanos / 1e9);
    }
}
