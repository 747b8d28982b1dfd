package io.ceiling.harness.model;

/**
 * The connections that ask again and again, as a whole.
 *
 * @param openingNanos from the first connection to the last one's first answer
 * @param alive connections at the end
 * @param notHeld why not all connections were held to the end; empty if they were
 * @param heapBytes what the server's heap has more with all connections than with none, each after a full collection; no figure
 *     with few connections
 * @param rssBytes the same of its resident set
 */
public record HeldConnections(long openingNanos, long alive, String notHeld, Seen heapBytes, Seen rssBytes) {}
