package io.ceiling.harness.reading;

import io.ceiling.load.report.AgentProcess;
import io.ceiling.load.report.Counts;
import io.ceiling.load.report.CountsReading;
import java.util.List;
import java.util.Map;

/**
 * A reading of all load agents of a run together.
 *
 * @param agents number of agents
 * @param counts counts since the start of the scenario
 * @param times response times; all NONE if the histograms were not read
 * @param process resource use of all agent processes
 * @param instances readings of the agents of each of several servers, in their order and without response times; empty
 *     for a single server
 * @param hosts hosts of the agents, in the order of their names; empty if all agents run on the host of the harness
 */
public record LoadReading(
        int agents,
        Counts counts,
        LoadTimes times,
        AgentProcess process,
        List<LoadReading> instances,
        List<LoadHost> hosts)
        implements CountsReading {

    /** A reading without agents, as in recursive workloads. */
    public static final LoadReading NONE = new LoadReading(0, Counts.NONE, LoadTimes.NONE, AgentProcess.NONE);

    public LoadReading {
        instances = List.copyOf(instances);
        hosts = List.copyOf(hosts);
    }

    /** Creates the reading of the agents of a single server. */
    public LoadReading(int agents, Counts counts, LoadTimes times, AgentProcess process) {
        this(agents, counts, times, process, List.of(), List.of());
    }

    /** Returns how many first requests and exchanges have no answer yet. */
    public long outstanding() {
        return counts.connections().pending() + counts.exchanges().pending();
    }

    /**
     * Returns the same reading with the states of the agents' hosts.
     *
     * @param states state of each host, by its name
     */
    public LoadReading withHostStates(Map<String, LoadHost.State> states) {
        List<LoadHost> seen = hosts.stream()
                .map(host -> host.withState(states.getOrDefault(host.name(), LoadHost.State.NOT_SEEN)))
                .toList();
        List<LoadReading> each = instances.stream()
                .map(instance -> instance.withHostStates(states))
                .toList();
        return hosts.isEmpty() ? this : new LoadReading(agents, counts, times, process, each, seen);
    }

    /**
     * Returns the reading of the agents of one instance; without agents, this reading.
     *
     * @param index index of the instance, 0 for the first
     */
    public LoadReading ofInstance(int index) {
        return instances.isEmpty() ? this : instances.get(index);
    }
}
