package io.ceiling.load.websocket;

import io.ceiling.load.loop.Connection;
import io.ceiling.load.socket.AnswerException;
import io.ceiling.load.socket.Input;
import java.nio.ByteBuffer;

/**
 * A connection that is upgraded to a WebSocket by its first request. Subclasses define its messages.
 *
 * @param <W> what it shares with the other WebSockets of its event loop
 */
public abstract class WebSocketConnection<W extends WebSockets> extends Connection
        implements WebSockets.WebSocketClient {

    protected final W work;
    private final WebSocketStream stream = new WebSocketStream();
    /** Number that the handshake key is made from; a subclass may use it for something else after the upgrade. */
    protected int drawnNumber;

    protected WebSocketConnection(W work) {
        super(work.loop);
        this.work = work;
    }

    @Override
    protected final void putFirst(ByteBuffer out) {
        adoptClient();
        drawnNumber = work.draw();
        work.putUpgrade(out, this);
    }

    @Override
    protected final void parse(Input in) throws AnswerException {
        work.parse(in, this);
    }

    @Override
    public final long keyNumber() {
        return drawnNumber;
    }

    /** Sends the first message, whose answer is awaited. */
    @Override
    public void onUpgrade() {
        ByteBuffer out = loop.output();
        putNext(out);
        reply(out);
    }

    @Override
    public final WebSocketStream stream() {
        return stream;
    }
}
