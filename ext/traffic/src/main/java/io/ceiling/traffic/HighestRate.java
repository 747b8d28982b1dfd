package io.ceiling.traffic;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The highest rate of requests that a server answered, with its resource use. It is one of a number of connections:
 * each of them waits for its answer before it asks again.
 *
 * @param perSecond offered requests per second, of which at least 95 % were answered twice; with an SLO 99 % in time
 * @param confirmedPerSecond answers per second when the rate was tried once more after the search, which is not the
 *     best of several tries
 * @param notAnsweredPerSecond lowest tried rate above it, of which fewer were; empty if there was none
 * @param serverCores processors that the server used
 * @param loaderCores processors that the load generator used together
 * @param busiest what was used in the try that used most, at this rate or at the one that was not answered
 * @param inTime what was sent and answered in time when the rate was tried once more; empty without an SLO
 */
record HighestRate(
        double perSecond,
        double confirmedPerSecond,
        OptionalDouble notAnsweredPerSecond,
        double serverCores,
        double loaderCores,
        Busiest busiest,
        Optional<InTime> inTime) {

    /**
     * The fullest readings of the tries around the highest rate.
     *
     * @param hostIdle smallest idle share of this host
     * @param agentCores most processors that one load agent used, on average of all
     */
    public record Busiest(OptionalDouble hostIdle, double agentCores) {}

    /**
     * The parts of a rate that were sent and answered in time.
     *
     * @param slo longest time from the intended start of a request to its answer
     * @param answeredPerSecond requests per second that were answered within it
     * @param sentPerSecond requests per second that the load agents sent at most 1 ms late
     * @param sentLatePerSecond requests per second that they sent later
     */
    public record InTime(Duration slo, double answeredPerSecond, double sentPerSecond, double sentLatePerSecond) {}

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
