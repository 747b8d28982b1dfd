package io.ceiling.load.loop;

/** What a workload does beside its connections, at times of its own. Used by the thread of its event loop alone. */
public interface Sideline {

    /** There is nothing to do. */
    Sideline NONE = new Sideline() {};

    /**
     * Does what is due.
     *
     * @param most upper limit of what is begun
     * @return how much was begun
     */
    default int doDue(int most) {
        return 0;
    }

    /** Returns true if there is more to do, now or later. */
    default boolean hasMore() {
        return false;
    }

    /** Returns when there is more to do, as {@link System#nanoTime}; meaningless unless there is. */
    default long nextNanos() {
        return 0;
    }

    /** Returns true if something is going on that may {@link #expire}. */
    default boolean mayExpire() {
        return false;
    }

    /** Fails what has waited too long. */
    default void expire(long nowNanos) {}

    /** Gives up what is left, and closes the connections that were opened for it. */
    default void close() {}
}
