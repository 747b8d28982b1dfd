package io.ceiling.load.loop;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The state that clients of one event loop keep for their server, such as cookies. A client outlives its connection:
 * the next connection takes over a client that left, so that a server never has more clients than concurrent
 * connections.
 *
 * <p>Notes. Connections of clients that keep nothing are not in here and cost nothing. Confined to the thread of its
 * event loop.
 */
final class Clients {

    private final Map<Connection, byte[]> here = new HashMap<>();
    // The state of clients without a connection, in the order in which they left.
    private final Deque<byte[]> away = new ArrayDeque<>();

    /** Gives a connection a client that left, if there is one; called before its first request. */
    void arrives(Connection connection) {
        if (!away.isEmpty() && !here.containsKey(connection)) {
            here.put(connection, away.removeLast());
        }
    }

    /** Returns what the client of this connection keeps; null if it keeps nothing. */
    byte @Nullable [] kept(Connection connection) {
        return here.isEmpty() ? null : here.get(connection);
    }

    /** Replaces what the client of this connection keeps; empty for nothing. */
    void keep(Connection connection, byte[] what) {
        if (what.length == 0) {
            here.remove(connection);
        } else {
            here.put(connection, what);
        }
    }

    /** Records that the connection is closed. */
    void leaves(Connection connection) {
        if (here.isEmpty()) {
            return;
        }
        byte[] kept = here.remove(connection);
        if (kept != null) {
            away.addLast(kept);
        }
    }

    /** Returns the number of clients that keep something. */
    int size() {
        return here.size() + away.size();
    }

    /** Forgets the state of all clients that have left. */
    void forget() {
        away.clear();
    }
}
