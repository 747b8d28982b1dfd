package io.ceiling.load.report;

/**
 * Counts of the connections of an agent. Slow clients are clients that do not read, by the plan.
 *
 * @param requested connections that the agent was to open
 * @param pending requested connections that are neither served nor closed yet
 * @param served connections that got a correct first answer, including those closed since
 * @param alive served connections that are open now
 * @param released held responses that ended with the expected last line
 * @param slowAlive slow clients that are served and open now
 * @param slowClosed slow clients that the server closed, as far as this can be seen without reading; counted neither as
 *     failures nor as closed while held
 * @param withCookies clients that keep a cookie of the server, with or without a connection now, also of earlier plans
 *     for the same server
 */
public record ConnectionCounts(
        long requested,
        long pending,
        long served,
        long alive,
        long released,
        long slowAlive,
        long slowClosed,
        long withCookies) {

    public static final ConnectionCounts NONE = new ConnectionCounts(0, 0, 0, 0, 0, 0, 0);

    /** Creates counts of clients that keep no cookie. */
    public ConnectionCounts(
            long asked, long pending, long served, long alive, long released, long slowAlive, long slowClosed) {
        this(asked, pending, served, alive, released, slowAlive, slowClosed, 0);
    }

    public ConnectionCounts plus(ConnectionCounts other) {
        return new ConnectionCounts(
                requested + other.requested,
                pending + other.pending,
                served + other.served,
                alive + other.alive,
                released + other.released,
                slowAlive + other.slowAlive,
                slowClosed + other.slowClosed,
                withCookies + other.withCookies);
    }

    /** Returns the differences. Differences of current numbers, such as {@code alive}, may be negative. */
    public ConnectionCounts since(ConnectionCounts before) {
        return new ConnectionCounts(
                requested - before.requested,
                pending - before.pending,
                served - before.served,
                alive - before.alive,
                released - before.released,
                slowAlive - before.slowAlive,
                slowClosed - before.slowClosed,
                withCookies - before.withCookies);
    }
}
