package io.ceiling.load.http;

import io.ceiling.load.socket.AnswerException;
import io.ceiling.load.socket.Input;
import java.nio.ByteBuffer;

/**
 * An HTTP connection that sends one request at a time and is idle in between. Subclasses define the answers.
 *
 * @param <W> what it shares with the other connections of its event loop
 */
public abstract class KeepAliveConnection<W extends HttpWork> extends HttpConnection<W> {

    // The beginning of an answer that some servers and proxies send before they close a connection that is idle.
    private static final byte[] TIME_OUT = Ascii.bytes("HTTP/1.1 408");

    private static final int MINOR_VERSION = 7;

    // True if the server closes the socket after the last answer.
    private boolean closeAnnounced;

    private boolean timedOut;

    protected KeepAliveConnection(W work) {
        super(work);
    }

    protected void putRequest(ByteBuffer out) {
        put(out, RequestTemplate.NO_HEADERS);
    }

    /** Returns the check of the outstanding answer. */
    protected abstract Content content();

    /** Returns true if the head of the outstanding answer was read. */
    protected final boolean isAnswerBegun() {
        return response().headRead();
    }

    /** Returns true if the server has said that it closes the socket after the last answer. */
    protected final boolean closeAnnounced() {
        return closeAnnounced;
    }

    @Override
    protected final boolean completesAnswer() throws AnswerException {
        return response().end(content());
    }

    @Override
    protected String closeReason() {
        return timedOut
                ? ", after an answer 408 that nothing asked for"
                : closeAnnounced ? ", as its answer had announced (Connection: close, or HTTP/1.0)" : "";
    }

    @Override
    protected void putFirst(ByteBuffer out) {
        adoptClient();
        putNext(out);
    }

    @Override
    protected void putNext(ByteBuffer out) {
        response().expect();
        closeAnnounced = false;
        timedOut = false;
        putRequest(out);
    }

    @Override
    protected void parse(Input in) throws AnswerException {
        if (awaitingAnswer()) {
            boolean begun = response().headRead();
            read(in, content());
            keepCookies();
            if (!begun && response().headRead()) {
                closeAnnounced = work.head.closesConnection();
                onHead();
            }
            if (!response().complete()) {
                return;
            }
            in.checkNothingFollows();
            onComplete(response().bodyBytes());
        } else if (idle() && saysTimeOut(in)) {
            in.position = in.limit;
            timedOut = true;
            onEnd();
        } else {
            in.checkNothingFollows();
        }
    }

    /**
     * Handles the head of an answer, which the work holds.
     *
     * @throws AnswerException if it is not as expected
     */
    protected void onHead() throws AnswerException {}

    /**
     * Handles a complete answer with a body of that many bytes.
     *
     * @throws AnswerException if it is not as expected
     */
    protected void onComplete(int bodyBytes) throws AnswerException {
        recordAnswer(bodyBytes);
    }

    private static boolean saysTimeOut(Input in) {
        boolean says = in.remaining() >= TIME_OUT.length;
        for (int i = 0; says && i < TIME_OUT.length; i++) {
            says = i == MINOR_VERSION || in.bytes[in.position + i] == TIME_OUT[i];
        }
        return says;
    }

    protected void keepCookies() {
        work.keepCookies(this, request());
    }
}
