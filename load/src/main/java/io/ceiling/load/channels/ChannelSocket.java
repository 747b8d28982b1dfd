package io.ceiling.load.channels;

import io.ceiling.load.http.Ascii;
import io.ceiling.load.http.Content;
import io.ceiling.load.loop.LoadLoop;
import io.ceiling.load.socket.AnswerException;
import io.ceiling.load.socket.Input;
import io.ceiling.load.socket.Wire;
import io.ceiling.load.websocket.WebSocketStream;
import io.ceiling.load.websocket.WebSockets;
import java.io.IOException;
import java.nio.ByteBuffer;

/** A client of a channel over WebSocket: upgrades, sends its subscription, reads text messages. */
class ChannelSocket extends ChannelConnection implements Content, WebSockets.WebSocketClient {

    private static final byte[] SUBSCRIBE = Ascii.bytes("{\"action\":\"subscribe\",\"identifier\":\"");
    private static final byte[] SUBSCRIBE_END = Ascii.bytes("\"}");

    private final WebSocketStream stream = new WebSocketStream();

    ChannelSocket(LoadLoop loop, ChannelWork work, int client, int serial) {
        super(loop, work, client, serial);
    }

    @Override
    protected void configure(Wire unconnected) throws IOException {
        super.configure(unconnected);
        // Otherwise the second message of a burst would wait until the first is acknowledged, up to 40 ms.
        unconnected.setNoDelay();
    }

    /** Returns true if this WebSocket can publish a message that the socket accepts at once. */
    @Override
    boolean maySend() {
        return idle() && reads() && !hasBacklog();
    }

    @Override
    protected void putFirst(ByteBuffer out) {
        work.sockets.putUpgrade(out, this);
    }

    @Override
    protected void parseMessages(Input in) throws AnswerException {
        work.sockets.parse(in, this);
    }

    @Override
    public long keyNumber() {
        return work.keyNumber(serial);
    }

    /** Sends the subscription. */
    @Override
    public void onUpgrade() {
        Identifier identifier = work.identifier;
        byte[] message = ByteBuffer.allocate(SUBSCRIBE.length + identifier.length + SUBSCRIBE_END.length)
                .put(SUBSCRIBE)
                .put(identifier.digits, 0, identifier.length)
                .put(SUBSCRIBE_END)
                .array();
        work.sockets.sendText(this, message, message.length);
    }

    @Override
    public WebSocketStream stream() {
        return stream;
    }

    @Override
    public Content content() {
        return this;
    }

    @Override
    public void checkPart(byte[] bytes, int from, int to, int before) throws AnswerException {
        int position = check.read(bytes, from, to, work.identifier);
        if (position < to) {
            throw AnswerException.wrong("message is longer than its %d bytes of JSON".formatted(check.length()));
        }
    }

    @Override
    public void checkEnd(int length) throws AnswerException {
        check.end(work.identifier);
    }

    /** A WebSocket whose URL names the channel: the upgrade subscribes it, and it sends nothing. */
    static final class InUrl extends ChannelSocket {

        InUrl(LoadLoop loop, ChannelWork work, int client, int serial) {
            super(loop, work, client, serial);
        }

        /** Returns false: the server takes no messages over it. */
        @Override
        boolean maySend() {
            return false;
        }

        @Override
        protected void putFirst(ByteBuffer out) {
            work.sockets.putUpgrade(out, this, work.plan.identifier(client));
        }

        /** Treats the upgrade as the confirmation of the subscription. */
        @Override
        public void onUpgrade() {
            onMessage();
        }
    }
}
