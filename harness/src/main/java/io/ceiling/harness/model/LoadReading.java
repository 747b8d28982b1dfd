package io.ceiling.harness.model;

import io.ceiling.load.report.AgentProcess;
import io.ceiling.load.report.Counted;
import io.ceiling.load.report.Counts;

/**
 * A reading of all load agents of a run together.
 *
 * @param agents number of agents
 * @param counts counts since the start of the scenario
 * @param times response times; all NONE if the histograms were not read
 * @param process resource use of all agent processes
 */
public record LoadReading(int agents, Counts counts, LoadTimes times, AgentProcess process) implements Counted {

    /** A reading without agents, as in recursive workloads. */
    public static final LoadReading NONE = new LoadReading(0, Counts.NONE, LoadTimes.NONE, AgentProcess.NONE);
}
