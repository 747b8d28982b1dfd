package io.ceiling.load;

import java.nio.ByteBuffer;

/**
 * Asks once; the first line of the body is the answer, the second comes when the server is told to release, or says that the web
 * application holds no request for longer.
 */
final class HeldConnection extends Connection implements Content {

    private static final Content RELEASED = body("held\nreleased\n");
    private static final Content TIMED_OUT = body("held\nended by ceiling.hold.seconds\n");
    private static final byte FIRST_OF_TIMED_OUT = 'e';
    private static final int ANSWER_BYTES = "held\n".length();

    private final Script script;
    private final HttpResponse response = new HttpResponse();
    private Content expected = RELEASED;

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
        response.read(in, script.head, this);
        if (awaitingAnswer() && response.bodyBytes() >= ANSWER_BYTES) {
            answered();
        }
        if (response.complete()) {
            KeepAliveConnection.checkNothingFollows(in);
            if (idle() && expected == TIMED_OUT) {
                fail(FailureCause.HOLD_TIMED_OUT, "the web application ended it, see ceiling.hold.seconds");
            } else if (idle()) {
                released();
            }
        }
    }

    @Override
    public void announced(int length) throws AnswerException {
        expected.announced(length);
    }

    @Override
    public void part(byte[] bytes, int from, int to, int before) throws AnswerException {
        int second = from + ANSWER_BYTES - before;
        if (second >= from && second < to && bytes[second] == FIRST_OF_TIMED_OUT) {
            expected = TIMED_OUT;
        }
        expected.part(bytes, from, to, before);
    }

    @Override
    public void end(int length) throws AnswerException {
        expected.end(length);
    }

    private static Content body(String text) {
        byte[] bytes = Ascii.bytes(text);
        return ExpectedContent.body(bytes, bytes.length);
    }
}
