package io.ceiling.load;

import java.nio.ByteBuffer;

/** Asks an application that is not ours once; the head of the response is the answer, the rest of it stays open. */
final class OpenResponseConnection extends Connection {

    private final Script script;
    private final HttpResponse response = new HttpResponse();

    OpenResponseConnection(LoadLoop loop, Script script) {
        super(loop);
        this.script = script;
    }

    @Override
    void putFirst(ByteBuffer out) {
        response.expect();
        script.custom().putRequest(out, script);
    }

    @Override
    void putNext(ByteBuffer out) {
        throw new IllegalStateException("a response that stays open has one request only");
    }

    @Override
    void understand(Input in) throws AnswerException {
        response.read(in, script.head, script.custom().content);
        if (awaitingAnswer() && response.complete()) {
            throw AnswerException.wrong(
                    "the response ended after %d bytes, and was to stay open".formatted(response.bodyBytes()));
        }
        if (awaitingAnswer() && response.headRead()) {
            answered();
        } else if (idle() && response.complete()) {
            fail(FailureCause.CLOSED_WHILE_HELD, "the server ended the response");
        }
    }
}
