package io.ceiling.load;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Upgrades and has one text message answered, which together are the first answer; then one message for every exchange.
 *
 * <p>Every message is another one, so that an answer meant for somebody else is noticed.
 */
final class WebSocketConnection extends Connection {

    private static final byte[] MESSAGE = Ascii.bytes("hold the line, caller ........");
    private static final byte[] UPPER_CASE = new String(MESSAGE, StandardCharsets.US_ASCII)
            .toUpperCase(Locale.ROOT)
            .getBytes(StandardCharsets.US_ASCII);
    private static final int DRAWN_LETTERS = 8;

    private final Script script;
    private final WebSocketStream stream = new WebSocketStream();
    private boolean upgraded;
    /** The handshake key, then the letters of the outstanding message, are made from it. */
    private int drawn;

    WebSocketConnection(LoadLoop loop, Script script) {
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
        drawn = script.random.nextInt();
        byte[] text = withDrawnLetters(MESSAGE, 'a');
        WebSocketFrames.putFrame(out, WebSocketFrames.TEXT, text, 0, text.length, script.random.nextInt());
    }

    private byte[] withDrawnLetters(byte[] template, char firstLetter) {
        byte[] text = template.clone();
        for (int i = 0; i < DRAWN_LETTERS; i++) {
            text[text.length - 1 - i] = (byte) (firstLetter + (drawn >>> (4 * i) & 0xf));
        }
        return text;
    }

    @Override
    void understand(Input in) throws AnswerException {
        if (!upgraded && !upgrade(in)) {
            return;
        }
        byte[] expected = withDrawnLetters(UPPER_CASE, 'A');
        while (!closed() && in.hasRemaining()) {
            Content content = ExpectedContent.message(expected, awaitingAnswer() ? expected.length : 0);
            switch (stream.read(in, content)) {
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
        ByteBuffer out = loop.output();
        putNext(out);
        reply(out);
        return true;
    }

    private void messageRead() throws AnswerException {
        if (!awaitingAnswer()) {
            throw AnswerException.wrong("message that nothing asked for");
        }
        answered();
    }

    private void sendControl(Input in, int opcode) {
        ByteBuffer out = loop.output();
        stream.putControlAnswer(out, in, opcode, script.random.nextInt());
        reply(out);
    }
}
