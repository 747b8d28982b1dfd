package io.ceiling.load.http;

import io.ceiling.load.loop.Connection;
import io.ceiling.load.loop.LoadLoop;
import io.ceiling.load.socket.AnswerException;
import io.ceiling.load.socket.Input;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP connection that sends one request at a time and is idle in between. Subclasses define the requests and the
 * answers.
 */
public abstract class KeepAliveConnection extends Connection {

    /** What some servers and proxies write before they close a connection that is idle. */
    private static final byte[] TIME_OUT = "HTTP/1.1 408".getBytes(StandardCharsets.US_ASCII);

    private static final int MINOR_VERSION = 7;

    private final HttpResponse response = new HttpResponse();
    /** True if the server closes the socket after the last answer. */
    private boolean ends;

    private boolean timedOut;

    protected KeepAliveConnection(LoadLoop loop) {
        super(loop);
    }

    protected abstract void putRequest(ByteBuffer out);

    /** Returns the request whose cookies this client keeps; null if it keeps none. */
    @Nullable
    protected RequestTemplate request() {
        return null;
    }

    /** Returns the object that response heads are read into. */
    protected abstract ResponseHead head();

    /** Returns the check of the outstanding answer. */
    protected abstract Content content();

    /** Returns true if the head of the outstanding answer was read. */
    protected final boolean answerBegun() {
        return response.headRead();
    }

    /** Returns true if the server has said that it closes the socket after the last answer. */
    protected final boolean ends() {
        return ends;
    }

    @Override
    protected final boolean endsAnswer() throws AnswerException {
        return response.end(content());
    }

    @Override
    protected String endInWords() {
        return timedOut
                ? ", after an answer 408 that nothing asked for"
                : ends ? ", as its answer had announced (Connection: close, or HTTP/1.0)" : "";
    }

    @Override
    protected void putFirst(ByteBuffer out) {
        if (request() != null) {
            arrive();
        }
        putNext(out);
    }

    @Override
    protected void putNext(ByteBuffer out) {
        response.expect();
        ends = false;
        timedOut = false;
        putRequest(out);
    }

    @Override
    protected void understand(Input in) throws AnswerException {
        if (awaitingAnswer()) {
            boolean begun = response.headRead();
            response.read(in, head(), content());
            keepCookies();
            if (!begun && response.headRead()) {
                ends = head().ends();
            }
            if (!response.complete()) {
                return;
            }
            in.checkNothingFollows();
            answered();
        } else if (idle() && saysTimeOut(in)) {
            in.position = in.limit;
            timedOut = true;
            ended();
        } else {
            in.checkNothingFollows();
        }
    }

    private static boolean saysTimeOut(Input in) {
        boolean says = in.remaining() >= TIME_OUT.length;
        for (int i = 0; says && i < TIME_OUT.length; i++) {
            says = i == MINOR_VERSION || in.bytes[in.position + i] == TIME_OUT[i];
        }
        return says;
    }

    private void keepCookies() {
        RequestTemplate asked = request();
        if (asked != null && head().setsCookies()) {
            keep(asked.cookies(head(), kept()));
        }
    }
}
