package io.ceiling.harness.model;

import io.ceiling.load.report.AgentProcess;
import io.ceiling.load.report.Counts;

/** The time between two samples, with what was counted and used in it. */
public record Span(Sample start, Sample end) {

    /** Returns the length of the time. */
    public long nanos() {
        return end.elapsedNanos() - start.elapsedNanos();
    }

    /** Returns what the load agents counted in it. */
    public Counts counts() {
        return end.load().counts().since(start.load().counts());
    }

    /** Returns the processors that the server used. */
    public double serverCores() {
        return cores(end.server().cpuNanos() - start.server().cpuNanos());
    }

    /** Returns the processors that all load agents used together. */
    public double loaderCores() {
        AgentProcess used = end.load().process().since(start.load().process());
        return cores(used.cpuNanos());
    }

    /** Returns the processors that each load agent used, on average. */
    public double coresOfALoader() {
        return loaderCores() / Math.max(1, end.load().agents());
    }

    /** Returns the share of so many processors that nobody used, 0..1. */
    public double idleShare(int cpuCount) {
        return 1 - cores(end.host().cpuNanos() - start.host().cpuNanos()) / cpuCount;
    }

    /** Returns so many in the time as so many in a second. */
    public double perSecond(long count) {
        return count / (Math.max(1, nanos()) / 1e9);
    }

    private double cores(long cpuNanos) {
        return (double) cpuNanos / Math.max(1, nanos());
    }
}
