package io.ceiling.load.http;

import io.ceiling.load.loop.Connection;
import io.ceiling.load.loop.LoadLoop;
import io.ceiling.load.socket.AnswerException;
import io.ceiling.load.socket.Input;
import java.nio.ByteBuffer;

/**
 * An HTTP connection that sends one request, and is served by the beginning of a response whose rest stays open.
 * Subclasses define the request and the answer.
 */
public abstract class HeldConnection extends Connection {

    private final HttpResponse response = new HttpResponse();

    protected HeldConnection(LoadLoop loop) {
        super(loop);
    }

    protected abstract void putRequest(ByteBuffer out);

    /** Returns the request, whose cookies this client keeps. */
    protected abstract RequestTemplate request();

    /** Returns the object that the head of the response is read into. */
    protected abstract ResponseHead head();

    /** Returns the check of the response body. */
    protected abstract Content content();

    /** Returns true if the part of the response read so far counts as the first answer. */
    protected abstract boolean isAnswer(HttpResponse begun);

    /** Handles the end of the response; bytes that follow it are still in the input. */
    protected abstract void over(HttpResponse whole, Input in) throws AnswerException;

    @Override
    protected void putFirst(ByteBuffer out) {
        arrive();
        response.expect();
        putRequest(out);
    }

    @Override
    protected void understand(Input in) throws AnswerException {
        response.read(in, head(), content());
        if (head().setsCookies()) {
            keep(request().cookies(head(), kept()));
        }
        if (awaitingAnswer() && isAnswer(response)) {
            answered();
        }
        if (response.complete()) {
            over(response, in);
        }
    }
}
