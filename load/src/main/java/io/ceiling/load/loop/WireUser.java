package io.ceiling.load.loop;

import io.ceiling.load.socket.AnswerException;
import io.ceiling.load.socket.Destination;
import io.ceiling.load.socket.Input;
import io.ceiling.load.socket.Wire;
import io.netty.channel.IoEventLoop;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** The socket of a {@link Connection}, with its unsent and unparsed bytes. Confined to the thread of its event loop. */
abstract class WireUser implements Wire.Owner {

    // Maximum number of reads before other connections get their turn, if the server sends without pause.
    private static final int READS_AT_ONCE = 16;

    protected final LoadLoop loop;

    private @Nullable Wire wire;
    // Bytes of an incomplete line or header from the last read; null if there are none.
    private byte @Nullable [] leftover;
    // Bytes that the socket has not accepted yet; null if there are none.
    private byte @Nullable [] unsentBytes;

    WireUser(LoadLoop loop) {
        this.loop = loop;
    }

    /** Sets the options of the socket that must be set before the connect. */
    protected void configure(Wire unconnected) throws IOException {}

    /** Parses as much of the input as is complete, and reports the outcome to this class. */
    protected abstract void parse(Input in) throws AnswerException;

    /** Returns true if this connection reads from its socket at all. */
    public boolean reads() {
        return true;
    }

    /**
     * Returns the number of body bytes still to be sent after the buffer. Connections share a body: its bytes are
     * copied only when the socket accepts them.
     */
    protected int pendingBodyBytes() {
        return 0;
    }

    /** Puts the next body bytes, as many as the buffer has room for. */
    protected void putBody(ByteBuffer out) {}

    /** Records that the socket has accepted that many body bytes. */
    protected void onBodyWritten(int bytes) {}

    /** Returns true while the socket is connected, as far as is known. */
    abstract boolean isConnected();

    /** Handles the end of the stream. */
    abstract void onEnd();

    /** Handles an answer that is not as expected. */
    abstract void onWrongAnswer(AnswerException e);

    /** Handles an error of the socket. */
    abstract void onSocketError(IOException e);

    @Override
    public final IoEventLoop eventLoop() {
        return loop.eventLoop();
    }

    final void connectWire() throws IOException {
        Wire opened = loop.newWire(this);
        wire = opened;
        configure(opened);
        Destination destination = loop.destination();
        opened.connect(destination.nextSource(loop.alive()), destination.remote());
    }

    final boolean hasWire() {
        return wire != null;
    }

    /** Returns true if the connect has succeeded, after the socket was reported as writable. */
    final boolean isEstablished() throws IOException {
        Wire open = wire;
        return open != null && open.finishConnect();
    }

    /** Closes the socket, and discards what was not sent. */
    final void closeWire() {
        Wire open = wire;
        wire = null;
        unsentBytes = null;
        if (open != null) {
            open.close();
        }
    }

    /** Returns true if an incomplete part of an answer was read. */
    final boolean hasLeftover() {
        return leftover != null;
    }

    /** Returns true if bytes of an earlier send still wait for the socket to accept them. */
    protected boolean hasBacklog() {
        return unsentBytes != null;
    }

    /** Sends what the socket has not accepted before. */
    final void flush() throws IOException {
        Wire open = wire;
        if (open == null) {
            return;
        }
        open.flush();
        if (unsentBytes != null) {
            ByteBuffer out = loop.output().put(unsentBytes);
            unsentBytes = null;
            write(open, out);
        } else if (pendingBodyBytes() > 0) {
            writePendingBody(open);
        }
    }

    /** Sends the pending body bytes, as far as the socket accepts them. */
    protected final void sendPendingBody() {
        Wire open = wire;
        if (open != null && unsentBytes == null) {
            writePendingBody(open);
        }
    }

    private void writePendingBody(Wire open) {
        try {
            boolean taken = true;
            while (taken && pendingBodyBytes() > 0 && open.isFlushed()) {
                ByteBuffer out = loop.output();
                putBody(out);
                out.flip();
                int unwritten = out.remaining();
                open.write(out);
                int written = unwritten - out.remaining();
                loop.tally().bytesWritten += written;
                onBodyWritten(written);
                taken = !out.hasRemaining();
            }
            open.awaitWritable(!taken);
        } catch (IOException e) {
            // A server that refuses a body answers and closes; its answer can still be read, and says why.
            eventLoop().execute(() -> onReadable(true));
        }
    }

    /** Sends bytes that start no exchange, such as the answer to a ping. */
    public final void reply(ByteBuffer out) {
        Wire open = wire;
        if (open == null) {
            return;
        }
        try {
            write(open, out);
        } catch (IOException e) {
            onSocketError(e);
        }
    }

    private void write(Wire open, ByteBuffer out) throws IOException {
        if (unsentBytes != null) {
            // The order matters: bytes that were not accepted before go first.
            byte[] newBytes = new byte[out.flip().remaining()];
            out.get(newBytes).clear();
            out.put(unsentBytes).put(newBytes);
            unsentBytes = null;
        }
        out.flip();
        int unwritten = out.remaining();
        open.write(out);
        loop.tally().bytesWritten += unwritten - out.remaining();
        if (out.hasRemaining()) {
            unsentBytes = new byte[out.remaining()];
            out.get(unsentBytes);
        }
        if (unsentBytes == null && pendingBodyBytes() > 0) {
            writePendingBody(open);
        } else {
            open.awaitWritable(out.limit() > 0 && unsentBytes != null);
        }
    }

    @Override
    public final void onReadable(boolean ended) {
        try {
            boolean more = true;
            for (int i = 0; more && i < READS_AT_ONCE; i++) {
                more = read(ended);
            }
            if (more) {
                eventLoop().execute(() -> onReadable(ended));
            } else if (ended && !reads()) {
                onEnd();
            }
        } catch (AnswerException e) {
            onWrongAnswer(e);
        } catch (IOException e) {
            onSocketError(e);
        }
    }

    // Reads once, and returns true if there may be more to read.
    private boolean read(boolean ended) throws AnswerException, IOException {
        Wire open = wire;
        if (open == null || !isConnected() || !reads()) {
            return false;
        }
        Input in = loop.input();
        int read = in.read(open, leftover);
        if (read < 0) {
            onEnd();
            return false;
        }
        if (read > 0) {
            loop.tally().bytesRead += read;
            leftover = null;
            parse(in);
            leftover = in.rest();
        }
        if (wire == open && unsentBytes == null && pendingBodyBytes() > 0) {
            // The handshake of TLS may have ended with this read.
            writePendingBody(open);
        }
        return read > 0 && (ended || open.mayHaveMore(read));
    }

    /** Stops reading; bytes that arrive from now on stay in the socket. */
    protected final void stopReading() {
        Wire open = wire;
        if (open != null) {
            open.stopReading();
        }
    }
}
