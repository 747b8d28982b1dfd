package io.ceiling.load;

/**
 * What the harness tells an agent, by RPC over the cluster. Every call returns at once; {@link #report} tells how far the
 * work has come. Thread-safe.
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
     * workloads.
     */
    void exchange(double perSecond);

    /** Every served connection sends its next request as soon as the last is answered (closed loop), for the given time. */
    void saturate(long durationNanos);

    /** Closes the newest connections, pending ones first, until at most this many are left; they do not count as failures. */
    void trim(int keep);

    /** Runs a full garbage collection and then reports; blocks for its time. */
    AgentReport reportAfterGc();

    AgentReport report();

    /** Copies of the histograms; tens of kilobytes each. */
    AgentHistograms histograms();

    /** Closes all connections and ends the process. */
    void end();
}
