package io.ceiling.load.loop;

/**
 * The messages that a workload sends on a schedule, independent of the requests of its connections. Confined to the
 * thread of its event loop.
 */
public interface Publishing {

    /** Publishes nothing. */
    Publishing NONE = new Publishing() {};

    /**
     * Sends what is due.
     *
     * @param max maximum number of messages
     * @return number of messages sent
     */
    default int publishDue(int max) {
        return 0;
    }

    /** Returns true if there is more to send, now or later. */
    default boolean hasMore() {
        return false;
    }

    /** Returns when there is more to send, as {@link System#nanoTime}; meaningless unless {@link #hasMore}. */
    default long nextNanos() {
        return 0;
    }

    /**
     * Fails requests whose time-outs are over, and returns the time until the next time-out, in ns;
     * {@link Long#MAX_VALUE} if nothing waits.
     */
    default long expire(long nowNanos) {
        return Long.MAX_VALUE;
    }

    /** Cancels the remaining messages, and closes the connections that were opened for them. */
    default void close() {}
}
