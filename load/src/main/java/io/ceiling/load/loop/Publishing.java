package io.ceiling.load.loop;

/**
 * What a workload sends by times of its own, beside the requests of its connections. Confined to the thread of its
 * event loop.
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

    /** Returns true if something is outstanding that {@link #expire} may have to fail. */
    default boolean mayExpire() {
        return false;
    }

    /** Fails what has waited for longer than its time-out. */
    default void expire(long nowNanos) {}

    /** Gives up what is left, and closes the connections that were opened for it. */
    default void close() {}
}
