package io.ceiling.load.report;

import java.io.Serializable;

/**
 * Everything that an agent has counted, or several agents together; since {@code prepare} unless said otherwise.
 *
 * @param connections what became of the connections
 * @param failures the connections that failed
 * @param closedAges the ages at which the server closed served connections, counted from their last answer
 * @param exchanges requests and their answers after the first, since the last call of exchange, saturate or converse
 * @param bytes what went over the sockets
 * @param channels messages of channels that came; none but for the workload CHANNELS
 * @param publishing messages that were to be published
 */
public record Counts(
        ConnectionCounts connections,
        Failures failures,
        AgeRange closedAges,
        ExchangeCounts exchanges,
        ByteCounts bytes,
        ChannelCounts channels,
        PublishCounts publishing)
        implements Serializable {

    private static final long serialVersionUID = 1;

    /** Nothing was counted. */
    public static final Counts NONE = new Counts(
            ConnectionCounts.NONE,
            Failures.NONE,
            AgeRange.NONE,
            ExchangeCounts.NONE,
            ByteCounts.NONE,
            ChannelCounts.NONE,
            PublishCounts.NONE);

    /** Returns the counts of both together. */
    public Counts plus(Counts other) {
        return new Counts(
                connections.plus(other.connections),
                failures.plus(other.failures),
                closedAges.plus(other.closedAges),
                exchanges.plus(other.exchanges),
                bytes.plus(other.bytes),
                channels.plus(other.channels),
                publishing.plus(other.publishing));
    }

    /** Returns what was counted since the given earlier counts; the ages stay those of all time, as a range has no difference. */
    public Counts since(Counts before) {
        return new Counts(
                connections.since(before.connections),
                failures.since(before.failures),
                closedAges,
                exchanges.since(before.exchanges),
                bytes.since(before.bytes),
                channels.since(before.channels),
                publishing.since(before.publishing));
    }
}
