package io.ceiling.reference;

/** The counters of the gauges file that a reference has, with the slots that the web application gives them. */
public enum Gauge {
    /** Sessions open on {@code /ws/upper}. */
    UPPER_SESSIONS(5),
    /** Requests on {@code /length} answered since the start. */
    LENGTH_ANSWERS(6),
    /** Messages on {@code /ws/upper} answered since the start. */
    UPPER_ANSWERS(7),
    /** Subscriptions to channels. */
    SUBSCRIPTIONS(8),
    /** Messages published to channels since the start. */
    PUBLISHED(10),
    /** Deliveries due since the start: published messages, counted once for each subscriber of their channel. */
    DELIVERIES_DUE(11),
    /** Deliveries that the platform has written to a socket. */
    DELIVERIES_WRITTEN(12),
    /** Deliveries that were given up because their client did not read. */
    DELIVERIES_DROPPED(13),
    /** Messages of {@code /publisher} that were published more than 1 ms after their intended time. */
    PUBLISHED_LATE(14),
    /** 1 while {@code /publisher} is publishing, else 0. */
    PUBLISHING(15),
    /** Channels with a subscriber. */
    CHANNELS(16),
    /** Connections to {@code /channels}. */
    CHANNEL_CLIENTS(17),
    /** Clients of channels that were disconnected since the start because they did not read. */
    SLOW_CLIENTS(19);

    private final int slot;

    Gauge(int slot) {
        this.slot = slot;
    }

    int offset() {
        return Long.BYTES * slot;
    }
}
