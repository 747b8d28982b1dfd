package io.ceiling.jmh.client;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/**
 * A keep-alive connection that sends the same bytes repeatedly and receives answers of one length. Blocking, not
 * thread-safe; {@link #send} and {@link #receive} allocate nothing.
 */
public final class Exchange implements Closeable {

    private static final int MAX_BYTES = 64 * 1024;
    // Time to wait for the first answer, which may differ from the expected one.
    private static final long TIMEOUT_MILLIS = 20_000;

    private final SocketChannel channel;
    private final ByteBuffer in = ByteBuffer.allocateDirect(MAX_BYTES);

    private Exchange(SocketChannel channel) {
        this.channel = channel;
    }

    public static Exchange connect(int port) throws IOException {
        return new Exchange(Loopback.connect(port));
    }

    /** Returns a buffer with these bytes for repeated calls of {@link #send}. */
    public static ByteBuffer requestBuffer(byte[] bytes) {
        return ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
    }

    public static ByteBuffer requestBuffer(String latin1) {
        return requestBuffer(latin1.getBytes(StandardCharsets.ISO_8859_1));
    }

    public void send(ByteBuffer request) throws IOException {
        request.rewind();
        Loopback.writeAll(channel, request);
    }

    /** Reads one answer and checks it. Surplus bytes fail this answer or the next one. */
    public void receive(Answer expected) throws IOException {
        in.clear();
        while (in.position() < expected.length()) {
            if (channel.read(in) < 0) {
                throw unexpectedAnswer("the server closed the connection", expected);
            }
        }
        if (!expected.isIn(in)) {
            throw unexpectedAnswer("another answer than the first", expected);
        }
    }

    /**
     * Reads the first answer, which defines all others; may allocate.
     *
     * @param start expected beginning
     * @param ends expected ends; the answer is read until it has one of them
     */
    public Answer receiveFirst(String start, String... ends) throws IOException {
        byte[] first = start.getBytes(StandardCharsets.ISO_8859_1);
        in.clear();
        channel.configureBlocking(false);
        try (Selector selector = Selector.open()) {
            channel.register(selector, SelectionKey.OP_READ);
            while (in.hasRemaining() && selector.select(TIMEOUT_MILLIS) > 0 && channel.read(in) >= 0) {
                selector.selectedKeys().clear();
                for (String end : ends) {
                    Answer answer = new Answer(in.position(), first, end.getBytes(StandardCharsets.ISO_8859_1));
                    if (answer.isIn(in)) {
                        return answer;
                    }
                }
            }
        } finally {
            channel.configureBlocking(true);
        }
        throw new IllegalStateException("no such answer: expected one from '%s' to '%s', got '%s'"
                .formatted(start, String.join("' or '", ends), receivedText()));
    }

    private IllegalStateException unexpectedAnswer(String what, Answer expected) {
        return new IllegalStateException("%s: expected %s, got '%s'".formatted(what, expected, receivedText()));
    }

    private String receivedText() {
        byte[] got = new byte[in.position()];
        in.get(0, got);
        return new String(got, StandardCharsets.ISO_8859_1);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
