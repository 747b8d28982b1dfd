package io.ceiling.traffic;

import io.ceiling.harness.reading.ResponseTimes;

/**
 * The result of a closed loop over a few connections, while all others were held.
 *
 * @param connections number of connections of the probe
 * @param targetRequests number of requests after which the loop was to end
 * @param answered number of answers; a few more than wanted, since some requests were under way at the end, or fewer
 * @param durationNanos time from the first request to the last answer, in ns
 * @param response response times
 * @param failed number of connections of the probe that failed
 * @param cores processors that its load agent used
 * @param reason reason for too few answers; empty if there are enough
 */
record ProbeResult(
        int connections,
        long targetRequests,
        long answered,
        long durationNanos,
        ResponseTimes response,
        long failed,
        double cores,
        String reason) {

    public double requestsPerSecond() {
        return durationNanos <= 0 ? 0 : answered / (durationNanos / 1e9);
    }
}
