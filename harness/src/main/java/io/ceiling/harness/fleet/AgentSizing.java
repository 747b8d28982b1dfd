package io.ceiling.harness.fleet;

import io.ceiling.harness.scenario.ServerSettings;

/**
 * The load agents that a run wants.
 *
 * <p>Notes. An idle connection takes 300 bytes of an agent's heap at most, one over TLS about ten kilobytes more: the
 * JDK's engine, and the end of a record that has not arrived whole (docs/load-agent.md has the measurements). Clients
 * of channels also keep their numbers and requests, and each handshake leaves garbage behind.
 *
 * @param count number of agents, which share a host with the servers
 * @param connectionsPerAgent largest number of connections that one of them is asked to hold
 * @param tls true if these connections may be over TLS
 */
public record AgentSizing(int count, int connectionsPerAgent, boolean tls) {

    /**
     * Largest number of connections of one agent, whatever its limit of descriptors: over TLS they take most of a
     * gigabyte.
     */
    public static final int MAX_CONNECTIONS = 50_000;

    // Heap of an agent without its connections, in bytes; most of it is room for garbage.
    private static final long BASE_BYTES = 184L << 20;

    // Heap of one of many agents without its connections, in bytes: a larger heap would only keep more garbage.
    private static final long BASE_BYTES_OF_MANY = 40L << 20;

    private static final long BYTES_OF_A_CONNECTION = 512;
    private static final long BYTES_OF_TLS = 16 << 10;

    public AgentSizing {
        if (count < 1 || connectionsPerAgent < 0) {
            throw new IllegalArgumentException(
                    "agents must be >= 1 with >= 0 connections, were %d with %d".formatted(count, connectionsPerAgent));
        }
    }

    /** Returns true if there are so many agents that each must stay small. */
    boolean areMany() {
        return ServerSettings.isSharedHost(count);
    }

    /** Returns the same agents with at most that many connections each. */
    public AgentSizing cappedAt(int mostConnections) {
        return new AgentSizing(count, Math.min(connectionsPerAgent, mostConnections), tls);
    }

    /** Returns the same connections with another number of agents. */
    public AgentSizing withCount(int agents) {
        return new AgentSizing(agents, connectionsPerAgent, tls);
    }

    /** Returns the maximum heap of each, in bytes. */
    long heapBytes() {
        return (areMany() ? BASE_BYTES_OF_MANY : BASE_BYTES)
                + connectionsPerAgent * (BYTES_OF_A_CONNECTION + (tls ? BYTES_OF_TLS : 0));
    }
}
