package io.ceiling.load;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * A WebSocket of an application that is not ours: served when upgraded, or when the text that is sent was answered; then that
 * text again for every exchange. What else the application sends is its own business.
 */
final class CustomSocket extends Connection implements Content {

    private static final int LONGEST_SHOWN = 60;

    private final Script script;
    private final WebSocketStream stream = new WebSocketStream();
    /** The message under way. */
    private final ByteArrayOutputStream message = new ByteArrayOutputStream(0);

    private boolean upgraded;
    /** The handshake key is made from it. */
    private int drawn;
    /** The last message that was not the answer that is awaited. */
    private String other = "";

    CustomSocket(LoadLoop loop, Script script) {
        super(loop);
        this.script = script;
    }

    @Override
    void putFirst(ByteBuffer out) {
        drawn = script.random.nextInt();
        script.putRequestStart(out);
        WebSocketHandshake.putRequestEnd(out, script, drawn);
    }

    @Override
    void putNext(ByteBuffer out) {
        other = "";
        script.custom().putMessage(out, script.random.nextInt());
    }

    @Override
    void understand(Input in) throws AnswerException {
        if (!upgraded && !upgrade(in)) {
            return;
        }
        while (!closed() && in.hasRemaining()) {
            switch (stream.read(in, this)) {
                case MORE -> {
                    return;
                }
                case MESSAGE -> messageRead();
                case PING -> sendControl(in, WebSocketFrames.PONG);
                case PONG -> {}
                case CLOSE -> {
                    sendControl(in, WebSocketFrames.CLOSE);
                    ended();
                }
            }
        }
    }

    private boolean upgrade(Input in) throws AnswerException {
        if (!WebSocketHandshake.readAnswer(in, script.head, drawn)) {
            return false;
        }
        upgraded = true;
        if (script.custom().sends()) {
            ByteBuffer out = loop.output();
            putNext(out);
            reply(out);
        } else {
            answered();
        }
        return true;
    }

    private void messageRead() {
        String text = message.toString(StandardCharsets.UTF_8);
        message.reset();
        if (!awaitingAnswer()) {
            return;
        }
        if (script.custom().isAnswer(text)) {
            answered();
        } else {
            other = text.length() <= LONGEST_SHOWN ? text : text.substring(0, LONGEST_SHOWN) + "...";
        }
    }

    @Override
    String insteadOfAnswer() {
        return other.isEmpty() ? "" : ", but '%s', which is not expected".formatted(other);
    }

    private void sendControl(Input in, int opcode) {
        ByteBuffer out = loop.output();
        stream.putControlAnswer(out, in, opcode, script.random.nextInt());
        reply(out);
    }

    @Override
    public void announced(int length) {}

    @Override
    public void part(byte[] bytes, int from, int to, int before) throws AnswerException {
        // Nobody reads what was not asked for.
        if (!awaitingAnswer()) {
            return;
        }
        if (before + to - from > Input.MAX_CARRIED_BYTES) {
            throw AnswerException.wrong("message of more than %d bytes".formatted(Input.MAX_CARRIED_BYTES));
        }
        message.write(bytes, from, to - from);
    }

    @Override
    public void end(int length) {}
}
