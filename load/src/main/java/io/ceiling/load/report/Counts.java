package io.ceiling.load.report;

/**
 * All counts of one agent, or of several agents together, since {@code prepare} unless stated otherwise.
 *
 * @param connections counts of connections
 * @param failures connections that failed
 * @param closedAges ages at which the server closed served connections, counted from their last answer; since
 *     {@code forgetTimes} or {@code prepare}
 * @param exchanges requests after the first and their answers, since the last call of exchange, saturate or converse
 * @param bytes bytes transferred over the sockets
 * @param channels received messages of channels, or of subscriptions over STOMP; all 0 for other requests
 * @param publishing messages to be published
 * @param compression WebSockets whose messages are compressed
 */
public record Counts(
        ConnectionCounts connections,
        Failures failures,
        AgeRange closedAges,
        ExchangeCounts exchanges,
        ByteCounts bytes,
        ChannelCounts channels,
        PublishCounts publishing,
        CompressionCounts compression) {

    public static final Counts NONE = new Counts(
            ConnectionCounts.NONE,
            Failures.NONE,
            AgeRange.NONE,
            ExchangeCounts.NONE,
            ByteCounts.NONE,
            ChannelCounts.NONE,
            PublishCounts.NONE);

    /** Creates counts without compressed WebSockets. */
    public Counts(
            ConnectionCounts connections,
            Failures failures,
            AgeRange closedAges,
            ExchangeCounts exchanges,
            ByteCounts bytes,
            ChannelCounts channels,
            PublishCounts publishing) {
        this(connections, failures, closedAges, exchanges, bytes, channels, publishing, CompressionCounts.NONE);
    }

    /** Returns counts of connections and their requests alone. */
    public static Counts of(ConnectionCounts connections, Failures failures, ExchangeCounts exchanges) {
        return new Counts(
                connections, failures, NONE.closedAges, exchanges, NONE.bytes, NONE.channels, NONE.publishing);
    }

    /** Returns counts of compressed WebSockets alone. */
    public static Counts of(CompressionCounts compression) {
        return NONE.with(compression);
    }

    /** Returns counts of messages alone. */
    public static Counts of(ChannelCounts channels) {
        return new Counts(
                NONE.connections,
                NONE.failures,
                NONE.closedAges,
                NONE.exchanges,
                NONE.bytes,
                channels,
                NONE.publishing);
    }

    public Counts with(ExchangeCounts other) {
        return new Counts(connections, failures, closedAges, other, bytes, channels, publishing, compression);
    }

    /** Returns the same counts with those of compressed WebSockets. */
    public Counts with(CompressionCounts other) {
        return new Counts(connections, failures, closedAges, exchanges, bytes, channels, publishing, other);
    }

    /** Returns the counts of both together. */
    public Counts plus(Counts other) {
        return new Counts(
                connections.plus(other.connections),
                failures.plus(other.failures),
                closedAges.plus(other.closedAges),
                exchanges.plus(other.exchanges),
                bytes.plus(other.bytes),
                channels.plus(other.channels),
                publishing.plus(other.publishing),
                compression.plus(other.compression));
    }

    /** Returns the counts since earlier counts. The ages cover all time, as a range has no difference. */
    public Counts since(Counts before) {
        return new Counts(
                connections.since(before.connections),
                failures.since(before.failures),
                closedAges,
                exchanges.since(before.exchanges),
                bytes.since(before.bytes),
                channels.since(before.channels),
                publishing.since(before.publishing),
                compression.since(before.compression));
    }
}
