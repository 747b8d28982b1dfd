package io.ceiling.harness.server;

/**
 * Where a server listens, whom its recursion calls, and whether it is there to be looked at.
 *
 * @param port 0 takes a free one
 * @param nextInstance address and port of the next instance of a ring; empty for a server that calls itself
 * @param ownBeans whether the container registers its own MBeans, which the live page shows and which take time at the start
 */
public record Place(int port, String nextInstance, boolean ownBeans) {

    /** On a free port, calling itself. */
    public static final Place ANY = new Place(0, "");

    /** To be measured. */
    public Place(int port, String nextInstance) {
        this(port, nextInstance, false);
    }
}
