package io.ceiling.load;

import java.io.IOException;
import java.nio.ByteBuffer;

/** A client of a channel over WebSocket: upgrades, sends its subscription, reads text messages. */
final class ChannelSocket extends ChannelConnection {

    private static final byte[] SUBSCRIBE = Ascii.bytes("{\"action\":\"subscribe\",\"identifier\":\"");
    private static final byte[] SUBSCRIBE_END = Ascii.bytes("\"}");

    private final WebSocketStream stream = new WebSocketStream();
    private boolean upgraded;

    ChannelSocket(LoadLoop loop, Script script, int client, int serial) {
        super(loop, script, client, serial);
    }

    @Override
    void configure(Wire unconnected) throws IOException {
        super.configure(unconnected);
        // Else the second message of a burst would wait until the first is acknowledged, up to 40 ms.
        unconnected.sendAtOnce();
    }

    /** Whether a message can be published on this WebSocket, and go out at once. */
    boolean maySend() {
        return idle() && reads() && !backlogged();
    }

    /** Publishes a message; no answer comes. */
    void publish(PublishText text) {
        ByteBuffer out = loop.output();
        WebSocketFrames.putFrame(out, WebSocketFrames.TEXT, text.bytes(), 0, text.length(), script.random.nextInt());
        reply(out);
    }

    @Override
    void putFirst(ByteBuffer out) {
        script.putRequestStart(out);
        WebSocketHandshake.putRequestEnd(out, script, script.channels().keyNumber(serial));
    }

    @Override
    void understandMessages(Input in) throws AnswerException {
        if (!upgraded && !upgrade(in)) {
            return;
        }
        while (reads() && !closed() && in.hasRemaining()) {
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
        if (!WebSocketHandshake.readAnswer(in, script.head, script.channels().keyNumber(serial))) {
            return false;
        }
        upgraded = true;
        Identifier identifier = script.channels().identifier;
        byte[] message = ByteBuffer.allocate(SUBSCRIBE.length + identifier.length + SUBSCRIBE_END.length)
                .put(SUBSCRIBE)
                .put(identifier.digits, 0, identifier.length)
                .put(SUBSCRIBE_END)
                .array();
        ByteBuffer out = loop.output();
        WebSocketFrames.putFrame(out, WebSocketFrames.TEXT, message, 0, message.length, script.random.nextInt());
        reply(out);
        return true;
    }

    private void sendControl(Input in, int opcode) {
        ByteBuffer out = loop.output();
        stream.putControlAnswer(out, in, opcode, script.random.nextInt());
        reply(out);
    }

    @Override
    public void announced(int length) {
        throw new IllegalStateException("a message of a WebSocket has no head");
    }

    @Override
    public void part(byte[] bytes, int from, int to, int before) throws AnswerException {
        int position = check.read(bytes, from, to, script.channels().identifier);
        if (position < to) {
            throw AnswerException.wrong("message is longer than its %d bytes of JSON".formatted(check.length()));
        }
    }

    @Override
    public void end(int length) throws AnswerException {
        check.end(script.channels().identifier);
    }
}
