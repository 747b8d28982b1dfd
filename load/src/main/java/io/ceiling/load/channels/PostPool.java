package io.ceiling.load.channels;

import io.ceiling.load.http.RequestTemplate;
import io.ceiling.load.http.ResponseHead;
import io.ceiling.load.loop.Connection;
import io.ceiling.load.loop.LoadLoop;
import io.ceiling.load.loop.OpeningOrder;
import io.ceiling.load.socket.ServerAddress;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Sends messages by POST, each over a connection that awaits no answer, and opens such connections as they are needed.
 *
 * <p>Notes. The first burst finds none, so as many are opened as it has messages; one more is opened whenever a message waits and
 * none is being opened for it. So there are as many as POSTs were ever outstanding at once, which by Little's law is their rate times
 * the time to answer. There is an upper limit, since each POST takes a thread of the server as long as it publishes, and more of them than
 * the server has threads would only wait there instead of here; a message that waits here is sent in its turn, with its
 * intended time unchanged. They are used in turn, so that no server finds one of them idle for long while others work.
 */
final class PostPool implements Publisher.Outlet {

    /** Of one event loop. At 10 ms for an answer that is 6400 messages a second. */
    static final int MOST_CONNECTIONS = 64;

    /** After a connect that failed, from one attempt to the next. */
    private static final long RETRY_NANOS = 100_000_000;

    private final LoadLoop loop;
    private final ChannelTally tally;
    private final RequestTemplate request;
    private final ResponseHead head = new ResponseHead();
    private final OpeningOrder connections = new OpeningOrder();
    private final Deque<PostConnection> free = new ArrayDeque<>();
    private int connecting;
    /** Whether the last connect failed: then one at a time is tried until one succeeds. */
    private boolean failing;

    private long retryNanos;

    PostPool(LoadLoop loop, ServerAddress server, ChannelTally tally) {
        this.loop = loop;
        this.request = RequestTemplate.post(server, "/channels");
        this.tally = tally;
    }

    /** Puts the head of a request up to its Host header. */
    void putRequestStart(ByteBuffer out) {
        request.putStart(out);
        request.putMiddle(out);
    }

    ResponseHead head() {
        return head;
    }

    @Override
    public boolean send(PublishText text, long nowNanos) {
        for (PostConnection connection = free.poll(); connection != null; connection = free.poll()) {
            connection.post(text, nowNanos);
            if (!connection.closed()) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void awaited(long messages, long nowNanos) {
        if (failing) {
            if (connecting == 0 && nowNanos - retryNanos >= 0) {
                open(nowNanos);
            }
            return;
        }
        while (!failing && connecting < messages && connections.size() < MOST_CONNECTIONS) {
            open(nowNanos);
        }
    }

    private void open(long nowNanos) {
        PostConnection connection = new PostConnection(loop, this);
        connections.add(connection);
        connecting++;
        connection.open(nowNanos, nowNanos);
    }

    @Override
    public boolean mayExpire() {
        return connections.size() > free.size();
    }

    @Override
    public void expire(long nowNanos) {
        for (int slot = 0; slot < connections.slots(); slot++) {
            Connection connection = connections.at(slot);
            if (connection != null) {
                connection.expire(nowNanos);
            }
        }
    }

    @Override
    public void close() {
        for (int slot = connections.slots() - 1; slot >= 0; slot--) {
            Connection connection = slot < connections.slots() ? connections.at(slot) : null;
            if (connection != null) {
                connection.close();
            }
        }
    }

    // What the connections tell.

    void connected(PostConnection connection) {
        connecting--;
        failing = false;
        free.add(connection);
        loop.sidelineDue();
    }

    void answered(PostConnection connection) {
        tally.publishAnswered++;
        free.add(connection);
        loop.sidelineDue();
    }

    void removed(PostConnection connection) {
        connections.remove(connection);
        free.remove(connection);
        if (!connection.served()) {
            connecting--;
            failing = true;
            retryNanos = System.nanoTime() + RETRY_NANOS;
        }
    }
}
