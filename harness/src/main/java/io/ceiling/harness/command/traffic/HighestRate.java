package io.ceiling.harness.command.traffic;

import java.util.OptionalDouble;

/**
 * The highest rate of requests that a server answered, with its resource use. It is one of a number of connections:
 * each of them waits for its answer before it asks again.
 *
 * @param perSecond offered requests per second, of which at least 95 % were answered twice
 * @param confirmedPerSecond answers per second when the rate was tried once more after the search, which is not the
 *     best of several tries
 * @param notAnsweredPerSecond lowest tried rate above it, of which fewer were; empty if there was none
 * @param serverCores processors that the server used
 * @param loaderCores processors that all load agents used together
 * @param busiest what was used in the try that used most, at this rate or at the one that was not answered
 */
record HighestRate(
        double perSecond,
        double confirmedPerSecond,
        OptionalDouble notAnsweredPerSecond,
        double serverCores,
        double loaderCores,
        Busiest busiest) {

    /**
     * The fullest readings of the tries around the highest rate.
     *
     * @param hostIdle smallest idle share of this host
     * @param agentCores most processors that one load agent used, on average of all
     */
    public record Busiest(OptionalDouble hostIdle, double agentCores) {}

    /** Share of idle time below which the processors of a host are full. */
    private static final double FULL = 0.1;

    /** Processors from which an agent counts as busy. */
    private static final double FULL_AGENT = 0.9;

    /**
     * Returns true if the processors of this host were full, which the server shares with the load agents: the server
     * alone may answer more.
     */
    public boolean isOfTheHost() {
        return busiest.hostIdle().orElse(1) < FULL;
    }

    /** Returns true if the load agents were full: the server may answer more. */
    public boolean isOfTheAgents() {
        return !isOfTheHost() && busiest.agentCores() >= FULL_AGENT;
    }
}
