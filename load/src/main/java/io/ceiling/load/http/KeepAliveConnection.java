package io.ceiling.load.http;

import io.ceiling.load.loop.Connection;
import io.ceiling.load.loop.LoadLoop;
import io.ceiling.load.socket.AnswerException;
import io.ceiling.load.socket.Input;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP connection that sends one request at a time and is idle in between. Subclasses define the requests and the
 * answers.
 */
public abstract class KeepAliveConnection extends Connection {

    private final HttpResponse response = new HttpResponse();
    /** True if the server closes the socket after the last answer. */
    private boolean ends;

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
        return ends ? ", as its answer had announced (Connection: close, or HTTP/1.0)" : "";
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
        } else {
            in.checkNothingFollows();
        }
    }

    private void keepCookies() {
        RequestTemplate asked = request();
        if (asked != null && head().setsCookies()) {
            keep(asked.cookies(head(), kept()));
        }
    }
}
