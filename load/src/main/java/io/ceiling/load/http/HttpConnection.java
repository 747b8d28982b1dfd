package io.ceiling.load.http;

import io.ceiling.load.loop.Connection;
import io.ceiling.load.socket.AnswerException;
import io.ceiling.load.socket.Input;
import io.ceiling.load.socket.Wire;
import io.netty.util.concurrent.ScheduledFuture;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * A connection that sends HTTP requests. Connections share the body of their template: none has a copy of it.
 *
 * @param <W> what it shares with the other connections of its event loop
 */
public abstract class HttpConnection<W extends HttpWork> extends Connection {

    // Value of bodySent while the server has not asked for the body.
    private static final int BODY_WITHHELD = -1;

    // Time to wait for 100 Continue before the body is sent anyway; as with curl.
    private static final long CONTINUE_WAIT_NANOS = TimeUnit.SECONDS.toNanos(1);

    // Servers that sent no 100 Continue in that time: another wait would look like a slow server.
    private static final Set<String> SILENT_SERVERS = ConcurrentHashMap.newKeySet();

    protected final W work;
    private final HttpResponse response = new HttpResponse();

    private int bodySent;

    protected HttpConnection(W work) {
        super(work.loop);
        this.work = work;
    }

    /** Returns the request that is outstanding, or was the last. */
    protected RequestTemplate request() {
        return work.request;
    }

    /** Returns the number of this connection among all, for placeholders; 0 if no request has one. */
    protected long number() {
        return 0;
    }

    /** Sends the segments of a body at once: the last one must not wait until the others are acknowledged. */
    @Override
    protected void configure(Wire unconnected) throws IOException {
        if (work.sendsBodies()) {
            unconnected.setNoDelay();
        }
    }

    protected final HttpResponse response() {
        return response;
    }

    /** Puts the head of {@link #request} with further headers, each ended by CR LF, and the beginning of its body. */
    protected final void put(ByteBuffer out, byte[] headers) {
        RequestTemplate request = request();
        request.put(out, headers, clientState(), number());
        if (request.expectsContinue() && !SILENT_SERVERS.contains(request.server())) {
            bodySent = BODY_WITHHELD;
            ScheduledFuture<?> unused =
                    eventLoop().schedule(this::sendAfterWait, CONTINUE_WAIT_NANOS, TimeUnit.NANOSECONDS);
        } else {
            bodySent = request.putBody(out, 0);
        }
    }

    private void sendAfterWait() {
        // This timer may belong to an earlier request.
        if (bodySent == BODY_WITHHELD
                && awaitingAnswer()
                && !response.headRead()
                && waitedNanos() >= CONTINUE_WAIT_NANOS) {
            SILENT_SERVERS.add(request().server());
            sendBody();
        }
    }

    private void sendBody() {
        bodySent = 0;
        sendPendingBody();
    }

    /**
     * Returns true if the server answered before it had the whole body, so that this socket can take no other request.
     */
    protected final boolean bodyUnsent() {
        return bodySent != request().bodyBytes();
    }

    @Override
    protected final int pendingBodyBytes() {
        return bodySent == BODY_WITHHELD ? 0 : request().bodyBytes() - bodySent;
    }

    @Override
    protected final void putBody(ByteBuffer out) {
        request().putBody(out, bodySent);
    }

    @Override
    protected final void onBodyWritten(int bytes) {
        bodySent += bytes;
    }

    /** Reads the response as far as it has come. */
    protected final void read(Input in, Content content) throws AnswerException {
        response.read(in, work.head, content);
        if (bodySent == BODY_WITHHELD && !response.headRead() && work.head.continueReceived()) {
            sendBody();
        }
    }
}
