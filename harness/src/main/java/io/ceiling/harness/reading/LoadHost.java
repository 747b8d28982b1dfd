package io.ceiling.harness.reading;

import io.ceiling.load.report.AgentProcess;

/**
 * A host on which load agents run, with their resource use and its kernel reading.
 *
 * @param name name of the host; empty for that of the harness
 * @param process resource use of the agents that run there
 * @param state state of the host
 */
public record LoadHost(String name, AgentProcess process, State state) {

    /**
     * The state of a host.
     *
     * @param processors number of its processors; 0 if they were not seen
     * @param memoryFloorBytes memory that must stay available there, in bytes
     * @param reading reading of its kernel
     */
    public record State(int processors, long memoryFloorBytes, HostReading reading) {

        /** The state of a host that was not read. */
        public static final State NOT_SEEN = new State(0, 0, HostReading.NOT_SEEN);

        /** Returns the bytes by which the available memory is above the floor; not seen if it could not be read. */
        public Observation aboveFloorBytes() {
            return reading.memoryAvailableBytes().since(Observation.of(memoryFloorBytes));
        }
    }

    /** Creates a host that was not read. */
    public LoadHost(String name, AgentProcess process) {
        this(name, process, State.NOT_SEEN);
    }

    public LoadHost withState(State other) {
        return new LoadHost(name, process, other);
    }
}
