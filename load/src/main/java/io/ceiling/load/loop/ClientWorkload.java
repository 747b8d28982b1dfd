package io.ceiling.load.loop;

import io.ceiling.load.report.Counts;

/**
 * Implementation of a workload on one event loop, created anew for each plan. Confined to the thread of its event loop.
 */
public interface ClientWorkload {

    /**
     * Creates a connection without opening it.
     *
     * @param openingIndex number of connections that the agent opened before this one
     */
    Connection newConnection(int openingIndex);

    default Publishing publishing() {
        return Publishing.NONE;
    }

    /** Returns the counts of this workload itself, to be added to the counts of its event loop. */
    default Counts counts() {
        return Counts.NONE;
    }

    /**
     * Returns true if an opening window waits for connects alone and not for first answers, which may take seconds.
     */
    default boolean settlesOnConnect() {
        return false;
    }

    /**
     * Returns true if connections are numbered by {@link Connection#openingIndex}. The agent then trims by number, and opens
     * trimmed numbers again. Thread-safe.
     */
    default boolean isNumbered() {
        return false;
    }
}
