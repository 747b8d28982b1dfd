package io.ceiling.webapp;

/** The counters of the gauges file and their slots, which readers outside know; slot 0 is the magic number. */
public enum Gauge {
    /** Deepest recursion level entered since the start, over all chains. */
    DEEPEST_LEVEL(1),
    /** Recursion levels in flight now. */
    LEVELS_IN_FLIGHT(2),
    /** Requests on {@code /hold/blocking} held now. */
    BLOCKING_HOLDS(3),
    /** Requests on {@code /hold/async} held now. */
    ASYNC_HOLDS(4),
    /** Sessions open on {@code /ws/upper} now. */
    UPPER_SESSIONS(5),
    /** Requests on {@code /length} answered since the start. */
    LENGTH_ANSWERS(6),
    /** Messages on {@code /ws/upper} answered since the start. */
    UPPER_ANSWERS(7),
    /** Subscriptions to channels now. */
    SUBSCRIPTIONS(8),
    /** Requests refused by a cap or by the access rule since the start. */
    REFUSALS(9);

    private final int slot;

    Gauge(int slot) {
        this.slot = slot;
    }

    /** Offset of this counter in the file, in bytes. */
    int offset() {
        return Long.BYTES * slot;
    }
}
