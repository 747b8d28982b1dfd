package io.ceiling.traffic;

import io.ceiling.harness.reading.Observation;

/**
 * The held connections of {@code ceiling traffic} as a whole.
 *
 * @param openingNanos time from the first connection to the first answer of the last one, in ns
 * @param alive number of connections at the end
 * @param lossReason reason why not all connections were held to the end; empty if they were
 * @param heapBytes growth of the server's used heap from no connections to all, each after a full collection, in bytes;
 *     only noise if there are few connections
 * @param rssBytes growth of its resident set, likewise, in bytes
 * @param heapAfterTrafficBytes growth of the used heap from no connections to all after their traffic, likewise: a
 *     container may keep more for a connection that has sent more than one request
 */
record HeldConnections(
        long openingNanos,
        long alive,
        String lossReason,
        Observation heapBytes,
        Observation rssBytes,
        Observation heapAfterTrafficBytes) {}
