package io.ceiling.load.channels;

import io.ceiling.load.http.HttpWork;
import io.ceiling.load.http.RequestTemplate;
import io.ceiling.load.loop.LoadLoop;
import io.ceiling.load.loop.OpeningOrder;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Supplier;

/**
 * Sends messages by POST, each over a connection that awaits no answer, and opens such connections on demand.
 *
 * <p>Notes. The first burst finds no connection, so one is opened for each of its messages; afterwards one more is
 * opened whenever a message waits and none is being opened for it. The pool thus grows to the highest number of POSTs
 * that were outstanding at the same time; by Little's law that is their rate times the time to answer. It has an upper
 * limit, because each POST occupies a thread of the server while it publishes: beyond the server's number of threads,
 * POSTs would only wait there instead of here. A message that waits here is sent in its turn, with its intended time
 * unchanged. Connections are used in turn, so that none is idle for long while others work.
 */
final class PostPool extends HttpWork implements Publisher.Outlet {

    /**
     * Maximum number of connections of one event loop. At 10 ms for an answer, 64 of them send 6400 messages a second.
     */
    static final int MAX_CONNECTIONS = 64;

    // Time from a failed connect to the next attempt.
    private static final long RETRY_NANOS = 100_000_000;

    private final ChannelTally tally;
    private final Supplier<Posting> postings;
    private final OpeningOrder connections = new OpeningOrder();
    private final Deque<PostConnection> idleConnections = new ArrayDeque<>();
    private int connecting;
    // True if the last connect failed; then one connection at a time connects until one succeeds.
    private boolean connectFailed;

    private long retryNanos;

    /** @param postings makes the requests of a new connection */
    PostPool(LoadLoop loop, RequestTemplate request, Supplier<Posting> postings, ChannelTally tally) {
        super(loop, request, false);
        this.postings = postings;
        this.tally = tally;
    }

    @Override
    public boolean send(PublishText text, long nowNanos) {
        for (PostConnection connection = idleConnections.poll();
                connection != null;
                connection = idleConnections.poll()) {
            if (!connection.post(text, nowNanos)) {
                idleConnections.addFirst(connection);
                return false;
            }
            if (!connection.closed()) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void onWaiting(long messages, long nowNanos) {
        if (!idleConnections.isEmpty()) {
            // Connections are free, but no member can send now.
            return;
        }
        if (connectFailed) {
            if (connecting == 0 && nowNanos - retryNanos >= 0) {
                open(nowNanos);
            }
            return;
        }
        while (!connectFailed && connecting < messages && connections.size() < MAX_CONNECTIONS) {
            open(nowNanos);
        }
    }

    private void open(long nowNanos) {
        PostConnection connection = new PostConnection(this, postings.get());
        connections.add(connection);
        connecting++;
        connection.open(nowNanos, nowNanos);
    }

    @Override
    public long expire(long nowNanos) {
        return connections.expire(nowNanos);
    }

    @Override
    public void close() {
        connections.close(connections.size(), connection -> true);
    }

    // The methods below are called by the connections.

    void onConnected(PostConnection connection) {
        connecting--;
        connectFailed = false;
        idleConnections.add(connection);
        loop.publishDue();
    }

    void onAnswered(PostConnection connection) {
        tally.publishAnswered++;
        idleConnections.add(connection);
        loop.publishDue();
    }

    void onRemoved(PostConnection connection) {
        connections.remove(connection);
        idleConnections.remove(connection);
        if (!connection.served()) {
            connecting--;
            connectFailed = true;
            retryNanos = System.nanoTime() + RETRY_NANOS;
        }
    }
}
