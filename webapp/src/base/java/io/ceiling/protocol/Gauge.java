package io.ceiling.protocol;

/** The counters of the gauges file, with their slots, which external readers rely on; slot 0 is the magic number. */
public enum Gauge {
    /** Deepest recursion level entered since the start, over all chains. */
    DEEPEST_LEVEL(1),
    /** Recursion levels in flight. */
    LEVELS_IN_FLIGHT(2),
    /** Requests held on {@code /hold/blocking}. */
    BLOCKING_HOLDS(3),
    /** Requests held on {@code /hold/async}. */
    ASYNC_HOLDS(4),
    /** Sessions open on {@code /ws/upper}. */
    UPPER_SESSIONS(5),
    /** Requests on {@code /length} answered since the start. */
    LENGTH_ANSWERS(6),
    /** Messages on {@code /ws/upper} answered since the start. */
    UPPER_ANSWERS(7),
    /** Subscriptions to channels. */
    SUBSCRIPTIONS(8),
    /** Requests refused by a cap or by the access rule since the start. */
    REFUSALS(9),
    /** Messages published to channels since the start. */
    PUBLISHED(10),
    /** Deliveries due since the start: published messages, counted once for each subscriber of their channel. */
    DELIVERIES_DUE(11),
    /** Deliveries that were handed to the container for writing. */
    DELIVERIES_WRITTEN(12),
    /** Deliveries that were given up because their client did not read. */
    DELIVERIES_DROPPED(13),
    /** Messages of {@code /publisher} that were published more than 1 ms after their intended time. */
    PUBLISHED_LATE(14),
    /** 1 while {@code /publisher} is publishing, else 0. */
    PUBLISHING(15),
    /** Channels with a subscriber, each of which has a Broadcaster. */
    CHANNELS(16),
    /** Known clients of channels, including those between two polls. */
    CHANNEL_CLIENTS(17),
    /** Longest time by which a thread overslept 1 ms within the last one to two seconds, in nanoseconds. */
    LONGEST_PAUSE(18),
    /** Clients of channels that were disconnected since the start because they did not read. */
    SLOW_CLIENTS(19),
    /** Broadcasters that Atmosphere knows, read once a second; one more than channels unless some were left behind. */
    BROADCASTERS(20),
    /** Connections that Atmosphere knows, read once a second. */
    RESOURCES(21),
    /** Recursion levels in flight that wait without a thread. */
    ASYNC_LEVELS(22);

    private final int slot;

    Gauge(int slot) {
        this.slot = slot;
    }

    /** Returns the offset of this counter in the file, in bytes. */
    int offset() {
        return Long.BYTES * slot;
    }
}
