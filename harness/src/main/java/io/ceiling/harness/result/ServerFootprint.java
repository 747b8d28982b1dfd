package io.ceiling.harness.result;

import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.ServerReading;

/**
 * The threads and the memory of a server at one moment.
 *
 * @param threads platform threads of its process
 * @param heapBytes used heap in bytes, including garbage unless a full collection came just before
 * @param rssBytes resident set in bytes
 */
public record ServerFootprint(Observation threads, Observation heapBytes, Observation rssBytes) {

    /** A footprint of which nothing was seen. */
    public static final ServerFootprint UNSEEN =
            new ServerFootprint(Observation.NOT_SEEN, Observation.NOT_SEEN, Observation.NOT_SEEN);

    public static ServerFootprint of(ServerReading server) {
        return new ServerFootprint(server.threads(), server.heapUsedBytes(), server.rssBytes());
    }

    /** Returns the growth of each figure since an earlier footprint. */
    public ServerFootprint since(ServerFootprint before) {
        return new ServerFootprint(
                threads.since(before.threads), heapBytes.since(before.heapBytes), rssBytes.since(before.rssBytes));
    }
}
