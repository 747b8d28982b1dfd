package io.ceiling.it.webapp;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/** A subscriber of a channel that reads until it has subscribed, and never again. */
final class Deaf implements AutoCloseable {

    private static final int FINAL_TEXT_FRAME = 0x81;
    private static final int MASKED = 0x80;
    private static final int SMALL_BUFFER = 4096;

    private final Socket socket;
    private final byte[] request;

    private Deaf(Socket socket, byte[] request) {
        this.socket = socket;
        this.request = request;
    }

    static Deaf subscribe(int port, ChannelClient.Transport transport, String identifier) throws IOException {
        Socket socket = new Socket();
        try {
            return new Deaf(socket, subscribe(socket, port, transport, identifier));
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    /** One whose channel is in the URL of its WebSocket. */
    static Deaf subscribeByUrl(int port, String identifier) throws IOException {
        Socket socket = new Socket();
        try {
            byte[] request = upgrade("?channel=" + identifier);
            connect(socket, port);
            send(socket, request);
            readUntil(socket, "\r\n\r\n");
            return new Deaf(socket, request);
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    private static void connect(Socket socket, int port) throws IOException {
        // So that the server's socket is full soon.
        socket.setReceiveBufferSize(SMALL_BUFFER);
        socket.setSoTimeout(20_000);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    }

    private static byte[] upgrade(String query) {
        return request(
                query,
                """
                Upgrade: websocket\r
                Connection: Upgrade\r
                Sec-WebSocket-Version: 13\r
                Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
                """);
    }

    private static byte[] request(String query, String headers) {
        return ("GET /ceiling/channels" + query + " HTTP/1.1\r\nHost: 127.0.0.1\r\n" + headers + "\r\n")
                .getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] subscribe(Socket socket, int port, ChannelClient.Transport transport, String identifier)
            throws IOException {
        boolean upgrades = transport == ChannelClient.Transport.WEBSOCKET;
        byte[] request = upgrades
                ? upgrade("")
                : request(
                        "?X-Atmosphere-Transport=" + transport.label() + "&X-Atmosphere-tracking-id="
                                + UUID.randomUUID() + "&identifier=" + identifier,
                        "");
        connect(socket, port);
        send(socket, request);
        if (upgrades) {
            readUntil(socket, "\r\n\r\n");
            send(socket, textFrame("{\"action\":\"subscribe\",\"identifier\":\"" + identifier + "\"}"));
        }
        readUntil(socket, "{\"subscribed\":\"" + identifier + "\"}");
        return request;
    }

    /** Polls once more. */
    void askAgain() throws IOException {
        send(socket, request);
    }

    private static byte[] textFrame(String text) {
        byte[] payload = text.getBytes(StandardCharsets.US_ASCII);
        // A mask of zeros changes nothing.
        byte[] frame = new byte[6 + payload.length];
        frame[0] = (byte) FINAL_TEXT_FRAME;
        frame[1] = (byte) (MASKED | payload.length);
        System.arraycopy(payload, 0, frame, 6, payload.length);
        return frame;
    }

    private static void send(Socket socket, byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
    }

    private static void readUntil(Socket socket, String end) throws IOException {
        InputStream in = socket.getInputStream();
        StringBuilder read = new StringBuilder();
        while (read.indexOf(end) < 0) {
            int next = in.read();
            if (next < 0) {
                throw new IOException("connection ended after: " + read);
            }
            read.append((char) next);
        }
    }

    /** Waits until a message begins. */
    void awaitMessage() throws IOException {
        readUntil(socket, "{");
    }

    /** Closes the connection as a client does whose process was killed with bytes unread. */
    void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    boolean isOpen() {
        return !socket.isClosed();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
