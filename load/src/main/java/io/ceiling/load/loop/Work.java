package io.ceiling.load.loop;

import io.ceiling.load.report.Counts;

/**
 * What the connections of one event loop do: a workload, made anew for each plan and each event loop. Used by the thread of its
 * event loop alone.
 */
public interface Work {

    /**
     * Makes a connection, which is not opened yet.
     *
     * @param place how many connections the agent opened before
     */
    Connection newConnection(int place);

    /** Returns what this workload does beside its connections. */
    default Sideline sideline() {
        return Sideline.NONE;
    }

    /** Returns what this workload has counted itself; added to what its event loop has counted. */
    default Counts counts() {
        return Counts.NONE;
    }

    /**
     * Returns true if connections have numbers, which {@link Connection#place} tells: then the agent trims by place, and opens what it
     * trimmed again under the same numbers. Thread-safe.
     */
    default boolean isNumbered() {
        return false;
    }
}
