package io.ceiling.harness.reading;

import io.ceiling.load.report.ExchangeCounts;
import java.util.List;

/**
 * All readings at one moment of a scenario.
 *
 * @param elapsedNanos time since the start of the scenario, in ns
 * @param afterGc true if a full collection of the server came just before
 * @param server reading of the server; of several instances, the sum of their readings
 * @param host reading of the server's host; of several hosts, the sum of their readings
 * @param load reading of the load agents
 * @param instances readings of each of several instances, in their order; empty for a single server
 * @param hosts readings of the hosts of the instances, in the same order; empty if all are on one host
 */
public record Sample(
        long elapsedNanos,
        boolean afterGc,
        ServerReading server,
        HostReading host,
        LoadReading load,
        List<ServerReading> instances,
        List<HostReading> hosts) {

    public Sample {
        instances = List.copyOf(instances);
        hosts = List.copyOf(hosts);
    }

    /** Creates the sample of a single server. */
    public Sample(long elapsedNanos, boolean afterGc, ServerReading server, HostReading host, LoadReading load) {
        this(elapsedNanos, afterGc, server, host, load, List.of(), List.of());
    }

    /** Returns the same sample with those exchanges of all load agents together. */
    public Sample with(ExchangeCounts exchanges) {
        LoadReading same = new LoadReading(
                load.agents(),
                load.counts().with(exchanges),
                load.times(),
                load.process(),
                load.instances(),
                load.hosts());
        return new Sample(elapsedNanos, afterGc, server, host, same, instances, hosts);
    }

    /** Returns the reading of each server, whether there are several or a single one. */
    public List<ServerReading> serverReadings() {
        return instances.isEmpty() ? List.of(server) : instances;
    }

    /**
     * Returns the same sample as one instance alone saw it: its own reading, and the reading of the load agents that
     * load it. In a ring, whose servers load each other, it is a reading without agents.
     *
     * @param index index of the instance, 0 for the first
     */
    public Sample ofInstance(int index) {
        if (instances.isEmpty()) {
            return this;
        }
        HostReading itsHost = hosts.isEmpty() ? host : hosts.get(index);
        return new Sample(elapsedNanos, afterGc, instances.get(index), itsHost, load.ofInstance(index));
    }
}
