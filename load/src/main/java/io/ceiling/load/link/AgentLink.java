package io.ceiling.load.link;

import java.io.Serializable;

/** The way to one agent, wherever it runs. Thread-safe. */
public interface AgentLink {

    /**
     * Sends a request and returns at once, so that several agents can be asked before the first answer is awaited. One agent
     * works on its requests one after the other, in the order in which they were sent.
     */
    <A extends Serializable> Answer<A> send(Request<A> request);

    /** An answer that is under way. */
    interface Answer<A> {

        /**
         * Blocks until the answer is there, for a bounded time.
         *
         * @throws LinkException if the agent does not answer in time, is gone, or could not do it
         */
        A await();
    }
}
