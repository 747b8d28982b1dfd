package io.ceiling.load.report;

/**
 * Counts of WebSockets that were upgraded with compression of their messages, as their servers have answered the offer.
 *
 * @param takeover WebSockets whose server may refer to its earlier messages
 * @param noTakeover WebSockets whose server compresses each message for itself
 */
public record CompressionCounts(long takeover, long noTakeover) {

    public static final CompressionCounts NONE = new CompressionCounts(0, 0);

    public CompressionCounts plus(CompressionCounts other) {
        return new CompressionCounts(takeover + other.takeover, noTakeover + other.noTakeover);
    }

    public CompressionCounts since(CompressionCounts before) {
        return new CompressionCounts(takeover - before.takeover, noTakeover - before.noTakeover);
    }
}
