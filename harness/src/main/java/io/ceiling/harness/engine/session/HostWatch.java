package io.ceiling.harness.engine.session;

import io.ceiling.harness.reading.HostReading;
import io.ceiling.harness.reading.LoadHost;
import java.util.List;
import java.util.Map;

/** Reads the hosts of a run. */
@FunctionalInterface
public interface HostWatch {

    /** Returns the reading of the servers' host; of several hosts, the sum of their readings. */
    HostReading servers();

    /**
     * Returns the readings of the hosts of several instances, in the order of the instances; empty if all are on one
     * host.
     */
    default List<HostReading> ofInstances() {
        return List.of();
    }

    /** Returns the states of the load agents' hosts by name; empty if all agents run on the host of the harness. */
    default Map<String, LoadHost.State> load() {
        return Map.of();
    }
}
