package io.ceiling.load.http;

import io.ceiling.load.loop.Connection;
import io.ceiling.load.loop.LoadLoop;
import io.ceiling.load.socket.AnswerException;
import io.ceiling.load.socket.Input;
import java.nio.ByteBuffer;

/** Asks once over HTTP; is served by the beginning of the response, whose rest stays open. Subclasses know what is asked. */
public abstract class HeldConnection extends Connection {

    private final HttpResponse response = new HttpResponse();

    protected HeldConnection(LoadLoop loop) {
        super(loop);
    }

    protected abstract void putRequest(ByteBuffer out);

    /** Returns where the head of the response is read to. */
    protected abstract ResponseHead head();

    /** Returns what the response has to contain. */
    protected abstract Content content();

    /** Returns true if what has come so far is the answer. */
    protected abstract boolean isAnswer(HttpResponse begun);

    /** The response has ended; what follows it is still in the input. */
    protected abstract void over(HttpResponse whole, Input in) throws AnswerException;

    @Override
    protected void putFirst(ByteBuffer out) {
        response.expect();
        putRequest(out);
    }

    @Override
    protected void understand(Input in) throws AnswerException {
        response.read(in, head(), content());
        if (awaitingAnswer() && isAnswer(response)) {
            answered();
        }
        if (response.complete()) {
            over(response, in);
        }
    }
}
