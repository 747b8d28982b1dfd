package io.ceiling.load.websocket;

import io.ceiling.load.loop.Connection;
import io.ceiling.load.loop.LoadLoop;
import io.ceiling.load.socket.AnswerException;
import io.ceiling.load.socket.Input;
import java.nio.ByteBuffer;

/** A connection that is upgraded to a WebSocket by its first request. Subclasses define its messages. */
public abstract class WebSocketConnection extends Connection implements WebSockets.Client {

    private final WebSocketStream stream = new WebSocketStream();
    private boolean upgraded;
    /** Number that the handshake key is made from; a subclass may use it for something else after the upgrade. */
    protected int drawn;

    protected WebSocketConnection(LoadLoop loop) {
        super(loop);
    }

    /** Returns the WebSockets of its event loop. */
    protected abstract WebSockets sockets();

    /** Sends the first message, or counts the upgrade as the answer. */
    protected abstract void begin();

    @Override
    protected final void putFirst(ByteBuffer out) {
        arrive();
        drawn = sockets().draw();
        sockets().putUpgrade(out, this);
    }

    @Override
    protected final void understand(Input in) throws AnswerException {
        sockets().understand(in, this);
    }

    @Override
    public final long keyNumber() {
        return drawn;
    }

    @Override
    public final boolean isUpgraded() {
        return upgraded;
    }

    @Override
    public final void upgraded() {
        upgraded = true;
        begin();
    }

    @Override
    public final WebSocketStream stream() {
        return stream;
    }
}
