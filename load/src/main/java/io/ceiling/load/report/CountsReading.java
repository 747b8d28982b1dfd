package io.ceiling.load.report;

/** A reading that contains {@link Counts}, with an accessor for each part of them. */
public interface CountsReading {

    Counts counts();

    default ConnectionCounts connections() {
        return counts().connections();
    }

    default Failures failures() {
        return counts().failures();
    }

    default ExchangeCounts exchanges() {
        return counts().exchanges();
    }

    default ByteCounts bytes() {
        return counts().bytes();
    }

    default ChannelCounts channels() {
        return counts().channels();
    }

    default CompressionCounts compression() {
        return counts().compression();
    }

    default PublishCounts publishing() {
        return counts().publishing();
    }
}
