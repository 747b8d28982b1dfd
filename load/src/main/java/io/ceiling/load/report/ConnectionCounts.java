package io.ceiling.load.report;

import java.io.Serializable;

/**
 * What became of the connections of an agent. Slow clients are those that the plan tells not to read.
 *
 * @param asked connections that were asked for
 * @param pending connections asked for whose outcome is still open
 * @param served connections that got a correct first answer, the closed ones included
 * @param alive connections open now that were served
 * @param released held responses that ended with the expected last line
 * @param slowAlive slow clients that are served and open now
 * @param slowClosed slow clients that the server closed, as far as it can be seen without reading; neither failures nor
 *     closed while held
 */
public record ConnectionCounts(
        long asked, long pending, long served, long alive, long released, long slowAlive, long slowClosed)
        implements Serializable {

    private static final long serialVersionUID = 1;

    /** No connection was asked for. */
    public static final ConnectionCounts NONE = new ConnectionCounts(0, 0, 0, 0, 0, 0, 0);

    /** Returns the counts of slow clients alone. */
    public static ConnectionCounts ofSlow(long slowAlive, long slowClosed) {
        return new ConnectionCounts(0, 0, 0, 0, 0, slowAlive, slowClosed);
    }

    /** Returns the sums. */
    public ConnectionCounts plus(ConnectionCounts other) {
        return new ConnectionCounts(
                asked + other.asked,
                pending + other.pending,
                served + other.served,
                alive + other.alive,
                released + other.released,
                slowAlive + other.slowAlive,
                slowClosed + other.slowClosed);
    }

    /** Returns how far each count changed; the ones of what is pending or alive may have become less. */
    public ConnectionCounts since(ConnectionCounts before) {
        return new ConnectionCounts(
                asked - before.asked,
                pending - before.pending,
                served - before.served,
                alive - before.alive,
                released - before.released,
                slowAlive - before.slowAlive,
                slowClosed - before.slowClosed);
    }
}
