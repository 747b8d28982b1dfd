package io.ceiling.load.loop;

/** Work of a workload beside its connections, with times of its own. Confined to the thread of its event loop. */
public interface Sideline {

    /** A sideline without work. */
    Sideline NONE = new Sideline() {};

    /**
     * Does the work that is due.
     *
     * @param max maximum number of items to begin
     * @return number of items begun
     */
    default int doDue(int max) {
        return 0;
    }

    /** Returns true if there is more to do, now or later. */
    default boolean hasMore() {
        return false;
    }

    /** Returns when there is more to do, as {@link System#nanoTime}; meaningless unless {@link #hasMore}. */
    default long nextNanos() {
        return 0;
    }

    /** Returns true if something is outstanding that {@link #expire} may have to fail. */
    default boolean mayExpire() {
        return false;
    }

    /** Fails what has waited for longer than its time-out. */
    default void expire(long nowNanos) {}

    /** Gives up the remaining work, and closes the connections that were opened for it. */
    default void close() {}
}
