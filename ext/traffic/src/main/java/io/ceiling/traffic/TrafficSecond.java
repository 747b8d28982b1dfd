package io.ceiling.traffic;

import io.ceiling.harness.reading.LoadReading;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.result.SampleInterval;
import io.ceiling.harness.result.ServerFootprint;
import io.ceiling.load.report.ByteCounts;
import io.ceiling.load.report.Counts;

/**
 * One second of a run of {@code ceiling traffic}.
 *
 * @param phase phase of the run
 * @param readyNanos time at which the server was ready, on the scale of the samples, in ns
 * @param span samples from the second before to this one
 */
public record TrafficSecond(TrafficPhase phase, long readyNanos, SampleInterval span) {

    /** The phases of a run. */
    public enum TrafficPhase {
        OPENING,
        TRAFFIC,
        PROBE
    }

    /** Returns the time since the server was ready, in ns. */
    public long elapsedNanos() {
        return now().elapsedNanos() - readyNanos;
    }

    /**
     * Returns the reading of the load agents: the held connections, their counts, and their response times since the
     * traffic began.
     */
    public LoadReading load() {
        return now().load();
    }

    /**
     * Returns the number of requests answered since the server was ready, including the first one of each connection.
     */
    public long requests() {
        return requests(load().counts());
    }

    public double requestsPerSecond() {
        return span.perSecond(requests(span.counts()));
    }

    /** Returns the bytes per second that the load agents read from sockets, including headers. */
    public double bytesReadPerSecond() {
        return span.perSecond(bytes().read());
    }

    public double bytesWrittenPerSecond() {
        return span.perSecond(bytes().written());
    }

    public ServerFootprint server() {
        return ServerFootprint.of(now().server());
    }

    private Sample now() {
        return span.end();
    }

    private ByteCounts bytes() {
        return span.counts().bytes();
    }

    private static long requests(Counts counts) {
        return counts.connections().served() + counts.exchanges().answered();
    }
}
