package io.ceiling.load;

import java.nio.ByteBuffer;

/** Asks an application that is not ours the same again and again, and is idle in between. */
final class GetConnection extends Connection {

    private final Script script;
    private final HttpResponse response = new HttpResponse();

    GetConnection(LoadLoop loop, Script script) {
        super(loop);
        this.script = script;
    }

    @Override
    void putFirst(ByteBuffer out) {
        putNext(out);
    }

    @Override
    void putNext(ByteBuffer out) {
        response.expect();
        script.custom().putRequest(out, script);
    }

    @Override
    void understand(Input in) throws AnswerException {
        if (awaitingAnswer()) {
            response.read(in, script.head, script.custom().content);
            if (!response.complete()) {
                return;
            }
            KeepAliveConnection.checkNothingFollows(in);
            answered();
        } else {
            KeepAliveConnection.checkNothingFollows(in);
        }
    }
}
