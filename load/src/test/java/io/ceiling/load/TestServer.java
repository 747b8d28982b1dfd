package io.ceiling.load;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;

/** A server that speaks the WAR's contract on plain blocking sockets, a thread for each, and misbehaves on demand. */
public final class TestServer implements AutoCloseable {

    public enum Fault {
        NONE,
        WRONG_BYTE,
        NO_ANSWER,
        STATUS_503,
        CLOSE_AFTER_ANSWER,
        CLOSE_INSTEAD_OF_ANSWER,
        WRONG_ACCEPT,
        /** Ends what is held by itself, as after {@code ceiling.hold.seconds}. */
        HOLD_TIMED_OUT,
        /** Every byte in a write of its own, and every body in chunks of one byte. */
        DRIP
    }

    private static final String BODY_26 = "abcdefghijklmnopqrstuvwxyz";

    private final ServerSocket listener;
    private final Queue<Socket> sockets = new ConcurrentLinkedQueue<>();
    private final CountDownLatch release = new CountDownLatch(1);
    public volatile Fault fault = Fault.NONE;
    public volatile String lastRemoteAddress = "";

    public TestServer() {
        try {
            listener = new ServerSocket(0, 1024, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        daemon(this::accept);
    }

    public int port() {
        return listener.getLocalPort();
    }

    public void release() {
        release.countDown();
    }

    /** Ends every connection that is open now. */
    public void closeConnections() {
        sockets.forEach(TestServer::closeQuietly);
    }

    @Override
    public void close() throws IOException {
        listener.close();
        closeConnections();
        release();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket socket = listener.accept();
                socket.setTcpNoDelay(true);
                sockets.add(socket);
                lastRemoteAddress = socket.getInetAddress().getHostAddress();
                daemon(() -> serve(socket));
            } catch (IOException e) {
                // Closed, or a client that is gone already.
            }
        }
    }

    static void daemon(Runnable body) {
        Thread thread = new Thread(null, body, "test-server", 128 * 1024);
        thread.setDaemon(true);
        thread.start();
    }

    private void serve(Socket socket) {
        try (socket) {
            InputStream in = socket.getInputStream();
            OutputStream out = socket.getOutputStream();
            for (String head = readHead(in); !head.isEmpty(); head = readHead(in)) {
                switch (fault) {
                    case NO_ANSWER -> release.await();
                    case CLOSE_INSTEAD_OF_ANSWER -> {
                        return;
                    }
                    case STATUS_503 -> send(out, "HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n");
                    default -> answer(head, in, out);
                }
                if (fault == Fault.CLOSE_AFTER_ANSWER) {
                    return;
                }
            }
        } catch (IOException | InterruptedException e) {
            // The client is gone, or the test is over.
        }
    }

    private void answer(String head, InputStream in, OutputStream out) throws IOException, InterruptedException {
        String path = head.split(" ")[1];
        if (path.startsWith("/ceiling/length?length=")) {
            sendBody(out, Integer.parseInt(path.substring(path.indexOf('=') + 1)));
        } else if (path.equals("/ceiling/hold/blocking") || path.equals("/ceiling/hold/async")) {
            send(out, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nheld\n\r\n");
            if (fault == Fault.CLOSE_AFTER_ANSWER) {
                return;
            }
            release.await();
            send(
                    out,
                    fault == Fault.HOLD_TIMED_OUT
                            ? "1e\r\nended by ceiling.hold.seconds\n\r\n0\r\n\r\n"
                            : "9\r\nreleased\n\r\n0\r\n\r\n");
        } else if (path.equals("/ceiling/ws/upper")) {
            echoUpperCase(head, in, out);
        } else {
            send(out, "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n");
        }
    }

    private void sendBody(OutputStream out, int length) throws IOException {
        String body = BODY_26.repeat(length / 26 + 1).substring(0, length);
        if (fault == Fault.WRONG_BYTE) {
            body = body.substring(0, length - 1) + "?";
        }
        if (fault == Fault.DRIP) {
            StringBuilder chunks = new StringBuilder("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
            body.chars().forEach(c -> chunks.append("1\r\n").append((char) c).append("\r\n"));
            send(out, chunks.append("0\r\n\r\n").toString());
        } else {
            send(out, "HTTP/1.1 200 OK\r\nContent-Length: " + length + "\r\n\r\n" + body);
        }
    }

    private void echoUpperCase(String head, InputStream in, OutputStream out) throws IOException {
        String key = head.substring(head.indexOf("Sec-WebSocket-Key: ") + 19);
        key = key.substring(0, key.indexOf('\r'));
        String accept = fault == Fault.WRONG_ACCEPT ? "bm90IHRoaXMgb25l" : WebSocketFrames.accept(key);
        send(
                out,
                "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                        + "Sec-WebSocket-Accept: " + accept + "\r\n\r\n");
        while (true) {
            int opcode = in.read() & WebSocketFrames.OPCODE_BITS;
            int length = in.read() & WebSocketFrames.LENGTH_BITS;
            byte[] mask = in.readNBytes(4);
            byte[] payload = in.readNBytes(length);
            if (mask.length < 4 || payload.length < length || opcode == WebSocketFrames.CLOSE) {
                return;
            }
            if (opcode != WebSocketFrames.TEXT) {
                continue;
            }
            for (int i = 0; i < length; i++) {
                payload[i] ^= mask[i % 4];
            }
            String text = new String(payload, StandardCharsets.US_ASCII).toUpperCase(Locale.ROOT);
            if (fault == Fault.WRONG_BYTE) {
                text = "?" + text.substring(1);
            }
            // A ping in between must not disturb, nor the cut into two frames.
            send(out, "\u0089\u0002hi\u0001" + (char) 4 + text.substring(0, 4));
            send(out, "\u0080" + (char) (length - 4) + text.substring(4));
        }
    }

    private void send(OutputStream out, String latin1) throws IOException {
        byte[] bytes = latin1.getBytes(StandardCharsets.ISO_8859_1);
        if (fault == Fault.DRIP) {
            for (byte one : bytes) {
                out.write(one);
                out.flush();
            }
        } else {
            out.write(bytes);
        }
    }

    /** Empty at the end of the stream. */
    static String readHead(InputStream in) throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        for (int b = in.read(); b >= 0; b = in.read()) {
            head.write(b);
            if (b == '\n' && head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
                return head.toString(StandardCharsets.ISO_8859_1);
            }
        }
        return "";
    }

    static void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // It is closed then.
        }
    }
}
