package io.ceiling.load.link;

/** A connection to one agent, over which requests are sent. Thread-safe. */
public interface AgentLink {

    /**
     * Sends a request and returns without waiting for the answer, so that several agents can be asked before the first
     * answer is awaited. An agent processes its requests one after the other, in the order in which they were sent.
     *
     * @param <A> type of the answer
     */
    <A> PendingAnswer<A> send(Request<A> request);

    /** Returns the name of the host on which the agent runs; empty if that is the host of this process. */
    default String host() {
        return "";
    }

    /**
     * Returns the time by which the monotonic clock of the agent's host is ahead of that of another one, in ns. May
     * block.
     *
     * @param address IP address of the other host; empty for the host of this process
     */
    default long aheadNanos(String address) {
        return 0;
    }

    /**
     * A pending answer.
     *
     * @param <A> type of the answer
     */
    interface PendingAnswer<A> {

        /**
         * Blocks for a bounded time until the answer has arrived, and returns it.
         *
         * @throws LinkException if the agent does not answer in time, has ended, or failed to execute the request
         */
        A await();
    }
}
