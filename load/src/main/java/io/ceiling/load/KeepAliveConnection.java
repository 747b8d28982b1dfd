package io.ceiling.load;

import java.nio.ByteBuffer;

/** Asks again and again over HTTP, one request at a time, and is idle in between. Subclasses know what is asked. */
abstract class KeepAliveConnection extends Connection {

    private final HttpResponse response = new HttpResponse();

    KeepAliveConnection(LoadLoop loop) {
        super(loop);
    }

    abstract void putRequest(ByteBuffer out);

    /** Returns where the heads of answers are read to. */
    abstract ResponseHead head();

    /** Returns what the outstanding answer has to contain. */
    abstract Content content();

    @Override
    void putFirst(ByteBuffer out) {
        putNext(out);
    }

    @Override
    void putNext(ByteBuffer out) {
        response.expect();
        putRequest(out);
    }

    @Override
    void understand(Input in) throws AnswerException {
        if (awaitingAnswer()) {
            response.read(in, head(), content());
            if (!response.complete()) {
                return;
            }
            in.checkNothingFollows();
            answered();
        } else {
            in.checkNothingFollows();
        }
    }
}
