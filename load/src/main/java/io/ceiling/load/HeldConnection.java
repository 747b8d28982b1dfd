package io.ceiling.load;

import java.nio.ByteBuffer;

/** Asks once; the first line of the body is the answer, the rest comes when the server is told to release. */
final class HeldConnection extends Connection {

    private static final byte[] BODY = Script.ascii("held\nreleased\n");
    private static final Content EXPECTED = ExpectedContent.body(BODY, BODY.length);
    private static final int ANSWER_BYTES = "held\n".length();

    private final Script script;
    private final HttpResponse response = new HttpResponse();

    HeldConnection(LoadLoop loop, Script script) {
        super(loop);
        this.script = script;
    }

    @Override
    void putFirst(ByteBuffer out) {
        response.expect();
        script.putRequestStart(out);
        script.putRequestEnd(out);
    }

    @Override
    void putNext(ByteBuffer out) {
        throw new IllegalStateException("a held connection has one request only");
    }

    @Override
    void understand(Input in) throws AnswerException {
        response.read(in, script.head, EXPECTED);
        if (awaitingAnswer() && response.bodyBytes() >= ANSWER_BYTES) {
            answered();
        }
        if (response.complete()) {
            KeepAliveConnection.checkNothingFollows(in);
            if (idle()) {
                released();
            }
        }
    }
}
