package io.ceiling.harness.server;

/**
 * Where a server listens and whom its recursion calls.
 *
 * @param port 0 takes a free one
 * @param nextInstance address and port of the next instance of a ring; empty for a server that calls itself
 */
public record Place(int port, String nextInstance) {

    /** On a free port, calling itself. */
    public static final Place ANY = new Place(0, "");
}
