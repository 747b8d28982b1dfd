package io.ceiling.harness.model;

import io.ceiling.load.report.AgentProcess;
import io.ceiling.load.report.Counted;
import io.ceiling.load.report.Counts;

/**
 * All load agents of a run together at one moment.
 *
 * @param counts since the start of the scenario
 * @param times all none where histograms were not read
 * @param process the processes of all agents
 */
public record LoadReading(int agents, Counts counts, LoadTimes times, AgentProcess process) implements Counted {

    /** No agents: the recursive workloads. */
    public static final LoadReading NONE = new LoadReading(0, Counts.NONE, LoadTimes.NONE, AgentProcess.NONE);
}
