package io.ceiling.harness.model;

import io.ceiling.load.report.ByteCounts;
import io.ceiling.load.report.ExchangeCounts;

/**
 * Requests and their answers in the measured time.
 *
 * @param nanos from the beginning of the traffic to its last answer
 * @param requests those whose intended start came
 * @param bytes of the load agents
 */
public record ExchangeFigures(long nanos, ExchangeCounts requests, ByteCounts bytes, Latencies times) {

    public double requestsPerSecond() {
        return perSecond(requests.answered());
    }

    public double bytesReadPerSecond() {
        return perSecond(bytes.read());
    }

    public double bytesWrittenPerSecond() {
        return perSecond(bytes.written());
    }

    private double perSecond(long count) {
        return nanos <= 0 ? 0 : count / (nanos / 1e9);
    }
}
