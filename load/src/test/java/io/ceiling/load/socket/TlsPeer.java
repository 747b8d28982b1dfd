package io.ceiling.load.socket;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import org.jspecify.annotations.Nullable;

/** A socket without a network: at its other end is a server that speaks TLS, in the same thread. */
final class TlsPeer implements Wire {

    private final SSLEngine engine;
    private final List<Integer> accepted;
    private int acceptances;
    private int room;
    private final Line toServer = new Line();
    private final Line toClient = new Line();
    /** Bytes that have arrived and were not read. */
    private final Line arrived = new Line();

    private final ByteArrayOutputStream plain = new ByteArrayOutputStream();

    /** Bytes that wait, the first that came first. */
    private static final class Line {

        private byte[] bytes = new byte[4_096];
        private int from;
        private int to;

        int length() {
            return to - from;
        }

        void add(ByteBuffer more, int length) {
            if (to + length > bytes.length) {
                bytes = Arrays.copyOf(Arrays.copyOfRange(bytes, from, to), Math.max(2 * (to - from + length), 4_096));
                to -= from;
                from = 0;
            }
            more.get(bytes, to, length);
            to += length;
        }

        ByteBuffer all() {
            return ByteBuffer.wrap(bytes, from, to - from);
        }

        ByteBuffer take(int length) {
            ByteBuffer taken = ByteBuffer.wrap(bytes, from, length);
            from += length;
            return taken;
        }
    }

    /** @param accepted numbers of bytes that the socket accepts until it is drained, in turn */
    TlsPeer(SSLContext context, List<Integer> accepted) {
        this.engine = context.createSSLEngine();
        engine.setUseClientMode(false);
        engine.setEnabledProtocols(new String[] {"TLSv1.3"});
        this.accepted = accepted;
        this.room = accepted.get(0);
    }

    int plain() {
        return plain.size();
    }

    byte[] received() {
        return plain.toByteArray();
    }

    /** Has the server do what it can with what it received; returns true if it did anything. */
    boolean work() throws IOException {
        boolean moved = false;
        ByteBuffer in = toServer.all();
        int before = in.remaining();
        ByteBuffer out = ByteBuffer.allocate(32 * 1024);
        while (true) {
            SSLEngineResult result = engine.unwrap(in, out.clear());
            plain.write(out.array(), 0, out.position());
            boolean answered = answer(result.getHandshakeStatus());
            moved |= answered || result.bytesConsumed() > 0;
            if (!answered && result.bytesConsumed() == 0) {
                break;
            }
        }
        toServer.take(before - in.remaining());
        return moved;
    }

    private boolean answer(HandshakeStatus status) throws IOException {
        boolean moved = false;
        HandshakeStatus next = status;
        while (next == HandshakeStatus.NEED_TASK || next == HandshakeStatus.NEED_WRAP) {
            moved = true;
            if (next == HandshakeStatus.NEED_TASK) {
                engine.getDelegatedTask().run();
                next = engine.getHandshakeStatus();
            } else {
                next = wrap(ByteBuffer.allocate(0));
            }
        }
        return moved;
    }

    private HandshakeStatus wrap(ByteBuffer from) throws IOException {
        ByteBuffer record = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
        HandshakeStatus next = engine.wrap(from, record).getHandshakeStatus();
        toClient.add(record.flip(), record.remaining());
        return next;
    }

    /**
     * Has the server send bytes.
     *
     * @param newKeys true to change the keys before, and to ask the client for the same
     */
    void send(byte[] bytes, boolean newKeys) throws IOException {
        if (newKeys) {
            engine.beginHandshake();
        }
        ByteBuffer from = ByteBuffer.wrap(bytes);
        while (from.hasRemaining()) {
            wrap(from);
        }
    }

    /** Has some of the sent bytes arrive; returns false if there are none. */
    boolean arrive(int most) {
        int length = Math.min(most, toClient.length());
        arrived.add(toClient.take(length), length);
        return length > 0;
    }

    /** Empties the socket if it was full; returns true if it was. */
    boolean drain() {
        boolean full = room == 0;
        if (full) {
            room = accepted.get(++acceptances % accepted.size());
        }
        return full;
    }

    @Override
    public int read(ByteBuffer into) {
        int length = Math.min(into.remaining(), arrived.length());
        into.put(arrived.take(length));
        return length;
    }

    @Override
    public void write(ByteBuffer from) {
        int length = Math.min(room, from.remaining());
        toServer.add(from, length);
        room -= length;
    }

    @Override
    public void setReceiveBuffer(int bytes) {}

    @Override
    public void setNoDelay() {}

    @Override
    public void connect(@Nullable InetSocketAddress local, InetSocketAddress remote) {}

    @Override
    public boolean finishConnect() {
        return true;
    }

    @Override
    public void awaitWritable(boolean wanted) {}

    @Override
    public void stopReading() {}

    @Override
    public void close() {}
}
