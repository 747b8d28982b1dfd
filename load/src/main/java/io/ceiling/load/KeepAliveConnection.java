package io.ceiling.load;

import java.nio.ByteBuffer;

/** Asks for bodies of drawn lengths, one at a time, and is idle in between. */
final class KeepAliveConnection extends Connection {

    private final Script script;
    private final HttpResponse response = new HttpResponse();
    private int length;

    KeepAliveConnection(LoadLoop loop, Script script) {
        super(loop);
        this.script = script;
    }

    @Override
    void putFirst(ByteBuffer out) {
        putNext(out);
    }

    @Override
    void putNext(ByteBuffer out) {
        LoadPlan plan = script.plan;
        length = script.random.nextInt(plan.bodies().minBytes(), plan.bodies().maxBytes() + 1);
        response.expect();
        script.putRequestStart(out);
        Ascii.putDecimal(out, length);
        script.putRequestEnd(out);
    }

    @Override
    void understand(Input in) throws AnswerException {
        if (awaitingAnswer()) {
            response.read(in, script.head, ExpectedContent.body(script.letters, length));
            if (!response.complete()) {
                return;
            }
            checkNothingFollows(in);
            answered();
        } else {
            checkNothingFollows(in);
        }
    }

    static void checkNothingFollows(Input in) throws AnswerException {
        if (in.hasRemaining()) {
            throw AnswerException.wrong("%d bytes that nothing asked for".formatted(in.remaining()));
        }
    }
}
