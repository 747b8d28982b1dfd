package io.ceiling.load;

/**
 * What the harness tells an agent, by RPC over the cluster. Calls return at once unless they say otherwise; {@link #report}
 * tells how far the work has come. Thread-safe.
 */
public interface AgentCommands {

    /** Closes all connections, forgets all counts and takes a new plan. */
    void prepare(LoadPlan plan);

    /**
     * Opens more connections, evenly spaced in time; each counts as served after its first correct answer.
     *
     * @param perSecond intended rate of connection starts, > 0
     */
    void open(int connections, double perSecond);

    /**
     * One request and answer on every served connection, evenly spaced in time (open loop). Does nothing for the HOLD
     * workloads and for CHANNELS.
     */
    void exchange(double perSecond);

    /** Every served connection sends its next request as soon as the last is answered (closed loop), for the given time. */
    void saturate(long durationNanos);

    /**
     * Closes the newest connections, pending ones first, until at most this many are left; they do not count as failures. For
     * CHANNELS, where connections have numbers, it closes all but the first so many, pending or not; those of them that
     * failed are not replaced.
     */
    void trim(int keep);

    /**
     * Begins a new phase of messages: forgets when they were delivered and the longest pause, and nothing else. Blocks until
     * nothing is recorded for the phase before any more.
     */
    void forgetDeliveries();

    /** Runs a full garbage collection and then reports; blocks for its time. */
    AgentReport reportAfterGc();

    AgentReport report();

    /** Copies of the histograms; tens of kilobytes each. */
    AgentHistograms histograms();

    /** Closes all connections and ends the process. */
    void end();
}
