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

    private final Map<Connection, byte[]> attached = new HashMap<>();
    // The state of clients without a connection, in the order in which they left.
    private final Deque<byte[]> detached = new ArrayDeque<>();

    /** Gives a connection a client that left, if there is one; called before its first request. */
    void adopt(Connection connection) {
        if (!detached.isEmpty() && !attached.containsKey(connection)) {
            attached.put(connection, detached.removeLast());
        }
    }

    /** Returns what the client of this connection keeps; null if it keeps nothing. */
    byte @Nullable [] state(Connection connection) {
        return attached.isEmpty() ? null : attached.get(connection);
    }

    /** Replaces what the client of this connection keeps; empty for nothing. */
    void setState(Connection connection, byte[] state) {
        if (state.length == 0) {
            attached.remove(connection);
        } else {
            attached.put(connection, state);
        }
    }

    /** Records that the connection is closed. */
    void detach(Connection connection) {
        if (attached.isEmpty()) {
            return;
        }
        byte[] state = attached.remove(connection);
        if (state != null) {
            detached.addLast(state);
        }
    }

    /** Returns the number of clients that keep something. */
    int size() {
        return attached.size() + detached.size();
    }

    /** Forgets the state of all clients that have left. */
    void forget() {
        detached.clear();
    }
}
