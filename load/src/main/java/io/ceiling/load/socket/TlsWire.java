package io.ceiling.load.socket;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Arrays;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * TLS on a socket, with the JDK's engine.
 *
 * <p>Notes. Netty's SslHandler needs a channel and its pipeline, which the agent's connections do without (see
 * {@link Wire}). The engine costs some ten kilobytes per connection. The handshake begins with the first write, so that
 * it counts as part of the first answer. A write accepts all bytes; those that the socket does not accept wait here. A
 * read continues until the socket is empty, because epoll is edge-triggered, or until there is no room for another
 * record.
 */
final class TlsWire implements Wire {

    private static final byte[] NOTHING = new byte[0];

    private final Wire socket;
    private final TlsClient client;
    private final SSLEngine engine;
    private boolean handshakeBegun;
    // True if the last read ended because the buffer had no room for another record.
    private boolean outputFull;
    // Bytes of an incomplete record.
    private byte[] partialRecord = NOTHING;
    // Plain bytes to be sent after the handshake.
    private byte[] beforeHandshake = NOTHING;
    // Encrypted bytes that the socket has not accepted yet.
    private byte[] unsentBytes = NOTHING;

    TlsWire(Wire socket, TlsClient client) {
        this.socket = socket;
        this.client = client;
        this.engine = client.newEngine();
    }

    @Override
    public void setReceiveBuffer(int bytes) throws IOException {
        socket.setReceiveBuffer(bytes);
    }

    @Override
    public void setNoDelay() throws IOException {
        socket.setNoDelay();
    }

    @Override
    public void connect(@Nullable InetSocketAddress local, InetSocketAddress remote) throws IOException {
        socket.connect(local, remote);
    }

    @Override
    public boolean finishConnect() throws IOException {
        return socket.finishConnect();
    }

    @Override
    public int read(ByteBuffer into) throws IOException {
        int before = into.position();
        ByteBuffer in = client.in.clear().put(partialRecord);
        partialRecord = NOTHING;
        int read;
        do {
            read = socket.read(in);
            in.flip();
            outputFull = !unwrap(in, into);
            in.compact();
        } while (read > 0 && !outputFull);
        in.flip();
        partialRecord = new byte[in.remaining()];
        in.get(partialRecord);
        int bytes = into.position() - before;
        boolean ended = read < 0 || engine.isInboundDone();
        return bytes == 0 && ended && !outputFull ? -1 : bytes;
    }

    @Override
    public boolean mayHaveMore(int read) {
        return outputFull;
    }

    // Decrypts whole records; returns false if there was no room for all of them.
    private boolean unwrap(ByteBuffer in, ByteBuffer into) throws IOException {
        while (true) {
            if (into.remaining() < engine.getSession().getApplicationBufferSize()) {
                return false;
            }
            SSLEngineResult result = engine.unwrap(in, into);
            continueHandshake(result.getHandshakeStatus());
            boolean nothingMore = result.bytesConsumed() == 0
                    && result.bytesProduced() == 0
                    && result.getHandshakeStatus() != HandshakeStatus.NEED_TASK
                    && result.getHandshakeStatus() != HandshakeStatus.NEED_WRAP;
            if (result.getStatus() != Status.OK || nothingMore) {
                return true;
            }
        }
    }

    // Does the next steps of the handshake, and sends the bytes that waited for its end.
    private void continueHandshake(HandshakeStatus status) throws IOException {
        HandshakeStatus next = status;
        while (next == HandshakeStatus.NEED_TASK || next == HandshakeStatus.NEED_WRAP) {
            if (next == HandshakeStatus.NEED_TASK) {
                for (Runnable task = engine.getDelegatedTask(); task != null; task = engine.getDelegatedTask()) {
                    task.run();
                }
                next = engine.getHandshakeStatus();
            } else {
                next = wrap(ByteBuffer.wrap(NOTHING)).getHandshakeStatus();
            }
        }
        if (handshakeBegun && beforeHandshake.length > 0 && !handshaking()) {
            ByteBuffer waitingBytes = ByteBuffer.wrap(beforeHandshake);
            beforeHandshake = NOTHING;
            write(waitingBytes);
        }
    }

    private boolean handshaking() {
        HandshakeStatus status = engine.getHandshakeStatus();
        return status != HandshakeStatus.NOT_HANDSHAKING && status != HandshakeStatus.FINISHED;
    }

    @Override
    public void write(ByteBuffer from) throws IOException {
        if (!handshakeBegun) {
            handshakeBegun = true;
            engine.beginHandshake();
        }
        if (handshaking()) {
            int before = beforeHandshake.length;
            beforeHandshake = Arrays.copyOf(beforeHandshake, before + from.remaining());
            from.get(beforeHandshake, before, from.remaining());
            continueHandshake(engine.getHandshakeStatus());
            return;
        }
        while (from.hasRemaining()) {
            wrap(from);
        }
    }

    private SSLEngineResult wrap(ByteBuffer from) throws IOException {
        ByteBuffer out = client.out.clear();
        SSLEngineResult result = engine.wrap(from, out);
        if (result.getStatus() == Status.CLOSED && from.hasRemaining()) {
            throw new SSLException("the server has closed TLS");
        }
        send(out.flip());
        return result;
    }

    private void send(ByteBuffer encrypted) throws IOException {
        if (unsentBytes.length == 0) {
            socket.write(encrypted);
        }
        if (encrypted.hasRemaining()) {
            int before = unsentBytes.length;
            unsentBytes = Arrays.copyOf(unsentBytes, before + encrypted.remaining());
            encrypted.get(unsentBytes, before, unsentBytes.length - before);
        }
        socket.awaitWritable(unsentBytes.length > 0);
    }

    @Override
    public void flush() throws IOException {
        if (unsentBytes.length > 0) {
            byte[] waitingBytes = unsentBytes;
            unsentBytes = NOTHING;
            for (int from = 0; from < waitingBytes.length; from += client.out.capacity()) {
                int to = Math.min(waitingBytes.length, from + client.out.capacity());
                send(client.out.clear().put(waitingBytes, from, to - from).flip());
            }
        }
    }

    @Override
    public boolean isFlushed() {
        return unsentBytes.length == 0 && beforeHandshake.length == 0;
    }

    @Override
    public void awaitWritable(boolean wanted) {
        socket.awaitWritable(wanted || unsentBytes.length > 0);
    }

    @Override
    public void stopReading() {
        socket.stopReading();
    }

    @Override
    public void close() {
        try {
            engine.closeOutbound();
            wrap(ByteBuffer.wrap(NOTHING));
        } catch (IOException e) {
            // The closing message of TLS is optional; the peer may miss it.
        }
        socket.close();
    }
}
