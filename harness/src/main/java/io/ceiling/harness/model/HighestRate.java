package io.ceiling.harness.model;

import java.util.OptionalDouble;

/**
 * The highest rate of requests that a server answered, with what was used meanwhile.
 *
 * @param perSecond offered requests per second, of which at least 95 % were answered
 * @param notAnsweredPerSecond lowest tried rate above it, of which fewer were; empty if there was none
 * @param serverCores processors that the server used
 * @param loaderCores processors that all load agents used together
 * @param host what the processors of this host did
 */
public record HighestRate(
        double perSecond,
        OptionalDouble notAnsweredPerSecond,
        double serverCores,
        double loaderCores,
        HostShares host) {

    /** Share of idle time below which the processors of a host are full. */
    private static final double FULL = 0.1;

    /**
     * Returns true if the processors of this host were full, which the server shares with the load agents: the server
     * alone may answer more.
     */
    public boolean isOfTheHost() {
        return host.idle().orElse(1) < FULL;
    }
}
