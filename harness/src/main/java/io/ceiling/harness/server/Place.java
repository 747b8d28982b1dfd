package io.ceiling.harness.server;

/**
 * The place of a server: its port, the next server of its ring, and its MBeans.
 *
 * @param port TCP port; 0 for a free one
 * @param nextInstance address and port of the next instance of a ring; empty for a server that calls itself
 * @param ownBeans true if the container registers its own MBeans, which the live page shows and which take time at the
 *     start
 */
public record Place(int port, String nextInstance, boolean ownBeans) {

    /** A server on a free port that calls itself. */
    public static final Place ANY = new Place(0, "");

    /** Creates the place of a server to be measured, without the container's own MBeans. */
    public Place(int port, String nextInstance) {
        this(port, nextInstance, false);
    }
}
