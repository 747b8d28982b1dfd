package io.ceiling.load;

import java.nio.ByteBuffer;

/** Asks once over HTTP; is served by the beginning of the response, whose rest stays open. Subclasses know what is asked. */
abstract class HeldConnection extends Connection {

    private final HttpResponse response = new HttpResponse();

    HeldConnection(LoadLoop loop) {
        super(loop);
    }

    abstract void putRequest(ByteBuffer out);

    /** Returns where the head of the response is read to. */
    abstract ResponseHead head();

    /** Returns what the response has to contain. */
    abstract Content content();

    /** Returns true if what has come so far is the answer. */
    abstract boolean isAnswer(HttpResponse begun);

    /** The response has ended; what follows it is still in the input. */
    abstract void over(HttpResponse whole, Input in) throws AnswerException;

    @Override
    void putFirst(ByteBuffer out) {
        response.expect();
        putRequest(out);
    }

    @Override
    void understand(Input in) throws AnswerException {
        response.read(in, head(), content());
        if (awaitingAnswer() && isAnswer(response)) {
            answered();
        }
        if (response.complete()) {
            over(response, in);
        }
    }
}
