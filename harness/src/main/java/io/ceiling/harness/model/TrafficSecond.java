package io.ceiling.harness.model;

import io.ceiling.load.report.ByteCounts;
import io.ceiling.load.report.Counts;

/**
 * One second of a run of {@code ceiling traffic}.
 *
 * @param readyNanos when the server was ready, as the samples count time
 * @param span from the second before to this one
 */
public record TrafficSecond(Phase phase, long readyNanos, Span span) {

    /** What goes on. */
    public enum Phase {
        OPENING,
        TRAFFIC,
        /** Traffic, and the probe beside it. */
        PROBE
    }

    /** Returns the time since the server was ready. */
    public long elapsedNanos() {
        return now().elapsedNanos() - readyNanos;
    }

    /** Returns the connections that are held, what they did so far, and how long it took them since the traffic began. */
    public LoadReading load() {
        return now().load();
    }

    /** Returns the requests answered since the server was ready, the first one of each connection included. */
    public long requests() {
        return requests(load().counts());
    }

    public double requestsPerSecond() {
        return span.perSecond(requests(span.counts()));
    }

    /** Returns what load agents read from sockets, headers included. */
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
