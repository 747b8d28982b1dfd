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
    REFUSALS(9),
    /** Messages published to channels since the start. */
    PUBLISHED(10),
    /** The same, once for each subscriber that had to get it. */
    DELIVERIES_DUE(11),
    /** Of these, the ones that were handed to the container for writing. */
    DELIVERIES_WRITTEN(12),
    /** Of these, the ones given up because their client did not read. */
    DELIVERIES_DROPPED(13),
    /** Messages of {@code /publisher} that were published more than 1 ms after they should have been. */
    PUBLISHED_LATE(14),
    /** 1 while {@code /publisher} is at work. */
    PUBLISHING(15),
    /** Channels with a subscriber now, each of which has a Broadcaster. */
    CHANNELS(16),
    /** Clients of channels that are known now, those between two polls included. */
    CHANNEL_CLIENTS(17),
    /** Longest time by which a thread overslept 1 ms within the last one to two seconds, in nanoseconds. */
    LONGEST_PAUSE(18),
    /** Clients of channels that were told to go since the start, because they did not read. */
    SLOW_CLIENTS(19),
    /** Broadcasters that Atmosphere knows, read once a second; one more than channels if none is left behind. */
    BROADCASTERS(20),
    /** Connections that Atmosphere knows, read once a second. */
    RESOURCES(21),
    /** Of the recursion levels in flight, those that wait without a thread now. */
    ASYNC_LEVELS(22);

    private final int slot;

    Gauge(int slot) {
        this.slot = slot;
    }

    /** Offset of this counter in the file, in bytes. */
    int offset() {
        return Long.BYTES * slot;
    }
}
