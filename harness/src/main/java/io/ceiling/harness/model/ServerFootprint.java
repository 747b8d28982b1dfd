package io.ceiling.harness.model;

/**
 * What a server holds at one moment.
 *
 * @param threads platform threads of its process
 * @param heapBytes used, garbage included unless a full collection came just before
 * @param rssBytes resident set
 */
public record ServerFootprint(Seen threads, Seen heapBytes, Seen rssBytes) {

    /** Nothing was seen. */
    public static final ServerFootprint UNSEEN = new ServerFootprint(Seen.NOT, Seen.NOT, Seen.NOT);

    /** Returns the footprint of a server that was read. */
    public static ServerFootprint of(ServerReading server) {
        return new ServerFootprint(
                Seen.ofNegativeNot(server.threads()),
                Seen.ofNegativeNot(server.heapUsedBytes()),
                Seen.ofNegativeNot(server.rssBytes()));
    }

    /** Returns how far each grew since the given earlier one. */
    public ServerFootprint since(ServerFootprint before) {
        return new ServerFootprint(
                threads.since(before.threads), heapBytes.since(before.heapBytes), rssBytes.since(before.rssBytes));
    }
}
