package io.ceiling.traffic;

import io.ceiling.harness.reading.Latencies;
import io.ceiling.load.report.ByteCounts;
import io.ceiling.load.report.ExchangeCounts;

/**
 * The requests and answers of the measured time.
 *
 * @param nanos time from the beginning of the traffic to its last answer, in ns
 * @param requests counts of the requests whose intended start has come
 * @param bytes bytes that the load agents read and wrote
 * @param times response and service times
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
