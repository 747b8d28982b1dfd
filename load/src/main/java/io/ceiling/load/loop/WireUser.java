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
    private byte @Nullable [] carried;
    // Bytes that the socket has not accepted yet; null if there are none.
    private byte @Nullable [] unsent;

    WireUser(LoadLoop loop) {
        this.loop = loop;
    }

    /** Sets the options of the socket that must be set before the connect. */
    protected void configure(Wire unconnected) throws IOException {}

    /** Parses as much of the input as is complete, and reports the outcome to this class. */
    protected abstract void understand(Input in) throws AnswerException;

    /** Returns true if this connection reads from its socket at all. */
    public boolean reads() {
        return true;
    }

    /**
     * Returns the number of body bytes still to be sent after the buffer. Connections share a body: its bytes are
     * copied only when the socket accepts them.
     */
    protected int bytesToFollow() {
        return 0;
    }

    /** Puts the next body bytes, as many as the buffer has room for. */
    protected void putFollowing(ByteBuffer out) {}

    /** Records that the socket has accepted that many body bytes. */
    protected void followed(int bytes) {}

    /** Returns true while the socket is connected, as far as is known. */
    abstract boolean isConnected();

    /** Handles the end of the stream. */
    abstract void ended();

    /** Handles an answer that is not as expected. */
    abstract void failed(AnswerException e);

    /** Handles an error of the socket. */
    abstract void broken(IOException e);

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
        unsent = null;
        if (open != null) {
            open.close();
        }
    }

    /** Returns true if an incomplete part of an answer was read. */
    final boolean hasCarried() {
        return carried != null;
    }

    /** Returns true if bytes of an earlier send still wait for the socket to accept them. */
    protected boolean backlogged() {
        return unsent != null;
    }

    /** Sends what the socket has not accepted before. */
    final void flush() throws IOException {
        Wire open = wire;
        if (open == null) {
            return;
        }
        open.flush();
        if (unsent != null) {
            ByteBuffer out = loop.output().put(unsent);
            unsent = null;
            write(open, out);
        } else if (bytesToFollow() > 0) {
            writeFollowing(open);
        }
    }

    /** Sends the pending body bytes, as far as the socket accepts them. */
    protected final void sendFollowing() {
        Wire open = wire;
        if (open != null && unsent == null) {
            writeFollowing(open);
        }
    }

    private void writeFollowing(Wire open) {
        try {
            boolean taken = true;
            while (taken && bytesToFollow() > 0 && open.takesMore()) {
                ByteBuffer out = loop.output();
                putFollowing(out);
                out.flip();
                int unwritten = out.remaining();
                open.write(out);
                int written = unwritten - out.remaining();
                loop.tally().bytesWritten += written;
                followed(written);
                taken = !out.hasRemaining();
            }
            open.awaitWritable(!taken);
        } catch (IOException e) {
            // A server that refuses a body answers and closes; its answer can still be read, and says why.
            eventLoop().execute(() -> readable(true));
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
            broken(e);
        }
    }

    private void write(Wire open, ByteBuffer out) throws IOException {
        if (unsent != null) {
            // The order matters: bytes that were not accepted before go first.
            byte[] later = new byte[out.flip().remaining()];
            out.get(later).clear();
            out.put(unsent).put(later);
            unsent = null;
        }
        out.flip();
        int unwritten = out.remaining();
        open.write(out);
        loop.tally().bytesWritten += unwritten - out.remaining();
        if (out.hasRemaining()) {
            unsent = new byte[out.remaining()];
            out.get(unsent);
        }
        if (unsent == null && bytesToFollow() > 0) {
            writeFollowing(open);
        } else {
            open.awaitWritable(out.limit() > 0 && unsent != null);
        }
    }

    @Override
    public final void readable(boolean ended) {
        try {
            boolean more = true;
            for (int i = 0; more && i < READS_AT_ONCE; i++) {
                more = read(ended);
            }
            if (more) {
                eventLoop().execute(() -> readable(ended));
            } else if (ended && !reads()) {
                ended();
            }
        } catch (AnswerException e) {
            failed(e);
        } catch (IOException e) {
            broken(e);
        }
    }

    // Reads once, and returns true if there may be more to read.
    private boolean read(boolean ended) throws AnswerException, IOException {
        Wire open = wire;
        if (open == null || !isConnected() || !reads()) {
            return false;
        }
        Input in = loop.input();
        int read = in.read(open, carried);
        if (read < 0) {
            ended();
            return false;
        }
        if (read > 0) {
            loop.tally().bytesRead += read;
            carried = null;
            understand(in);
            carried = in.rest();
        }
        if (wire == open && unsent == null && bytesToFollow() > 0) {
            // The handshake of TLS may have ended with this read.
            writeFollowing(open);
        }
        return read > 0 && (ended || open.mayHaveLeft(read));
    }

    /** Stops reading; bytes that arrive from now on stay in the socket. */
    protected final void stopReading() {
        Wire open = wire;
        if (open != null) {
            open.stopReading();
        }
    }
}
