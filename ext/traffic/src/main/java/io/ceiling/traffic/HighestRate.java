package io.ceiling.traffic;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The highest rate of requests that a server answered, with its resource use. It holds for this number of connections:
 * each waits for its answer before it sends again.
 *
 * @param perSecond offered requests per second, of which at least 95 % were answered in two trials; with an SLO 99 % in
 *     time
 * @param confirmedPerSecond answers per second in one more trial after the search, which is not the best of several
 * @param unansweredPerSecond lowest rate above it that was not answered; empty if there was none
 * @param serverCores processors that the server used
 * @param loaderCores processors that the load generator used together
 * @param peakUse peak resource use of the trials at this rate and above it
 * @param timelyRate what was sent and answered in time in that last trial; empty without an SLO
 */
record HighestRate(
        double perSecond,
        double confirmedPerSecond,
        OptionalDouble unansweredPerSecond,
        double serverCores,
        double loaderCores,
        PeakUse peakUse,
        Optional<TimelyRate> timelyRate) {

    /**
     * The fullest readings of the tries around the highest rate.
     *
     * @param hostIdle smallest idle share of this host
     * @param agentCores most processors that one load agent used, on average of all
     */
    public record PeakUse(OptionalDouble hostIdle, double agentCores) {}

    /**
     * The parts of a rate that were sent and answered in time.
     *
     * @param slo longest time from the intended start of a request to its answer
     * @param answeredPerSecond requests per second that were answered within it
     * @param sentPerSecond requests per second that the load agents sent at most 1 ms late
     * @param sentLatePerSecond requests per second that they sent later
     */
    public record TimelyRate(Duration slo, double answeredPerSecond, double sentPerSecond, double sentLatePerSecond) {}

    // Share of idle time below which the processors of a host are full.
    private static final double FULL = 0.1;

    // Processors from which an agent counts as busy.
    private static final double FULL_AGENT = 0.9;

    /**
     * Returns true if the processors of this host were full, which the server shares with the load agents: the server
     * alone may answer more.
     */
    public boolean isHostLimited() {
        return peakUse.hostIdle().orElse(1) < FULL;
    }

    /** Returns true if the load agents were full: the server may answer more. */
    public boolean isAgentLimited() {
        return !isHostLimited() && peakUse.agentCores() >= FULL_AGENT;
    }
}
