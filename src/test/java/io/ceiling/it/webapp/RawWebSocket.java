package io.ceiling.it.webapp;

import io.ceiling.it.fixture.RawHttp;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** A WebSocket whose frames are the test's own, right or wrong. */
final class RawWebSocket implements AutoCloseable {

    static final int TEXT = 0x1;
    static final int BINARY = 0x2;

    private static final int FINAL = 0x80;
    private static final int MASKED = 0x80;
    private static final int CLOSE = 0x8;
    private static final int LENGTH_OF_16_BITS = 126;
    private static final int LENGTH_OF_64_BITS = 127;

    private final Socket socket;

    private RawWebSocket(Socket socket) {
        this.socket = socket;
    }

    static RawWebSocket open(int port, String path) throws IOException {
        Socket socket = RawHttp.connect("127.0.0.1", port);
        socket.setSoTimeout(20_000);
        RawHttp.send(
                socket,
                "GET /ceiling" + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                        + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n");
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = socket.getInputStream().read();
            if (next < 0) {
                throw new EOFException("no upgrade: " + head);
            }
            head.append((char) next);
        }
        if (!head.toString().startsWith("HTTP/1.1 101")) {
            throw new IOException("no upgrade: " + head);
        }
        return new RawWebSocket(socket);
    }

    void text(String text) throws IOException {
        byte[] payload = text.getBytes(StandardCharsets.UTF_8);
        send(TEXT, payload.length, payload);
    }

    /** One frame; the length that it tells need not be that of its payload, nor be a length at all. */
    void send(int opcode, long length, byte[] payload) throws IOException {
        ByteBuffer frame = ByteBuffer.allocate(14 + payload.length);
        frame.put((byte) (FINAL | opcode));
        if (length >= 0 && length < LENGTH_OF_16_BITS) {
            frame.put((byte) (MASKED | length));
        } else if (length >= 0 && length < 1 << 16) {
            frame.put((byte) (MASKED | LENGTH_OF_16_BITS)).putShort((short) length);
        } else {
            frame.put((byte) (MASKED | LENGTH_OF_64_BITS)).putLong(length);
        }
        // A mask of zeros changes nothing.
        frame.putInt(0).put(payload);
        socket.getOutputStream().write(frame.array(), 0, frame.position());
    }

    /** What comes next, as {@link #next} has it; if nothing does, whether the next text is answered. */
    String nextOrWhetherItLives(String text) throws IOException {
        String next = nextIfAny();
        if (!next.isEmpty()) {
            return next;
        }
        text(text);
        return "dropped; the next text is answered: " + next();
    }

    /** What comes next, as {@link #next} has it; empty if nothing does. */
    String nextIfAny() throws IOException {
        socket.setSoTimeout(2000);
        try {
            return next();
        } catch (SocketTimeoutException e) {
            return "";
        }
    }

    /** What comes next: the text, or how it ended. */
    String next() throws IOException {
        try {
            InputStream in = socket.getInputStream();
            int first = in.read();
            if (first < 0) {
                return "connection closed";
            }
            byte[] payload = in.readNBytes(length(in));
            if ((first & 0xF) != CLOSE) {
                return new String(payload, StandardCharsets.UTF_8);
            }
            return payload.length < 2
                    ? "close"
                    : "close %d %s"
                            .formatted(
                                    ByteBuffer.wrap(payload).getShort(),
                                    new String(payload, 2, payload.length - 2, StandardCharsets.UTF_8));
        } catch (SocketException e) {
            return "connection reset";
        }
    }

    private static int length(InputStream in) throws IOException {
        int length = in.read() & 0x7F;
        if (length < LENGTH_OF_16_BITS) {
            return length;
        }
        int bytes = length == LENGTH_OF_16_BITS ? 2 : 8;
        long longer = 0;
        for (byte each : in.readNBytes(bytes)) {
            longer = longer << 8 | (each & 0xFF);
        }
        return Math.toIntExact(longer);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
