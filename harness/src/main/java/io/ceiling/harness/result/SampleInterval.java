package io.ceiling.harness.result;

import io.ceiling.harness.reading.HostShares;
import io.ceiling.harness.reading.Sample;
import io.ceiling.load.report.AgentProcess;
import io.ceiling.load.report.Counts;

/**
 * The time between two samples, with the counts and the resource use in it.
 *
 * @param start first sample
 * @param end last sample
 */
public record SampleInterval(Sample start, Sample end) {

    /** Returns the length of the span, in ns. */
    public long nanos() {
        return end.elapsedNanos() - start.elapsedNanos();
    }

    /** Returns the counts of the load agents in the span. */
    public Counts counts() {
        return end.load().counts().since(start.load().counts());
    }

    /** Returns the number of processors that the server used; 0 if its processor time was not seen. */
    public double serverCores() {
        return cores(end.server().cpuNanos().since(start.server().cpuNanos()).orElse(0));
    }

    /** Returns the number of processors that the load generator used together. */
    public double totalAgentCores() {
        AgentProcess used = end.load().process().since(start.load().process());
        return cores(used.cpuNanos());
    }

    /** Returns the number of processors that each load agent used, on average. */
    public double coresPerAgent() {
        return totalAgentCores() / Math.max(1, end.load().agents());
    }

    /** Returns what the processors of this host did. */
    public HostShares hostShares() {
        return HostShares.between(start.host(), end.host());
    }

    /** Converts a count in the span to a rate per second. */
    public double perSecond(long count) {
        return count / (Math.max(1, nanos()) / 1e9);
    }

    private double cores(long cpuNanos) {
        return (double) cpuNanos / Math.max(1, nanos());
    }
}
