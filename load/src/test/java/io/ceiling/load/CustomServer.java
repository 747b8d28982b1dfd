package io.ceiling.load;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;

/** An application that is not ours, on blocking sockets, a thread for each: what it does depends on the path. */
public final class CustomServer implements AutoCloseable {

    private static final String BODY = "<p>any body</p>";

    private final ServerSocket listener;
    private final Queue<Socket> sockets = new ConcurrentLinkedQueue<>();
    private final CountDownLatch end = new CountDownLatch(1);
    public volatile String lastHead = "";

    /** @param listener plain or with TLS */
    public CustomServer(ServerSocket listener) {
        this.listener = listener;
        TestServer.daemon(this::accept);
    }

    public int port() {
        return listener.getLocalPort();
    }

    /** Has the responses that are held end as they should. */
    public void endResponses() {
        end.countDown();
    }

    /** Ends every connection that is open now. */
    public void closeConnections() {
        sockets.forEach(TestServer::closeQuietly);
    }

    @Override
    public void close() throws IOException {
        listener.close();
        end.countDown();
        closeConnections();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket socket = listener.accept();
                sockets.add(socket);
                TestServer.daemon(() -> serve(socket));
            } catch (IOException e) {
                // Closed, or a client that is gone already.
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            InputStream in = socket.getInputStream();
            OutputStream out = socket.getOutputStream();
            for (String head = TestServer.readHead(in); !head.isEmpty(); head = TestServer.readHead(in)) {
                lastHead = head;
                answer(head.split(" ")[1], head, in, out);
            }
        } catch (IOException e) {
            // The client is gone.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void answer(String path, String head, InputStream in, OutputStream out)
            throws IOException, InterruptedException {
        switch (path) {
            case "/app/sized" ->
                send(out, "HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s".formatted(BODY.length(), BODY));
            case "/app/chunked" ->
                send(
                        out,
                        "HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n0\r\n\r\n"
                                .formatted(BODY.length(), BODY));
            case "/app/empty" -> send(out, "HTTP/1.1 204 No Content\r\n\r\n");
            case "/app/large" -> send(out, "HTTP/1.1 200 OK\r\nContent-Length: 300000\r\n\r\n" + "x".repeat(300_000));
            case "/app/hold" -> {
                send(out, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
                end.await();
                send(out, "0\r\n\r\n");
            }
            case "/app/until-close" -> {
                send(out, "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nfirst");
                end.await();
                throw new IOException("as the head says");
            }
            case "/app/events" -> {
                send(
                        out,
                        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream;charset=utf-8\r\nTransfer-Encoding: chunked\r\n\r\n");
                send(out, "9\r\ndata: a\n\n\r\n");
                end.await();
                send(out, "0\r\n\r\n");
            }
            case "/app/echo" -> echo(head, in, out, "echo ");
            case "/app/greeting-echo" -> echo(head, in, out, "other ");
            default -> send(out, "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n");
        }
    }

    /** Greets, then answers every text with itself behind a prefix. */
    private static void echo(String head, InputStream in, OutputStream out, String prefix) throws IOException {
        String key = head.substring(head.indexOf("Sec-WebSocket-Key: ") + 19);
        String accept = WebSocketFrames.accept(key.substring(0, key.indexOf('\r')));
        send(
                out,
                "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: "
                        + accept + "\r\n\r\n" + frame("welcome"));
        while (true) {
            int opcode = in.read() & WebSocketFrames.OPCODE_BITS;
            int length = in.read() & WebSocketFrames.LENGTH_BITS;
            byte[] mask = in.readNBytes(4);
            byte[] text = in.readNBytes(length);
            if (mask.length < 4 || text.length < length || opcode != WebSocketFrames.TEXT) {
                throw new IOException("the client has ended");
            }
            for (int i = 0; i < length; i++) {
                text[i] ^= mask[i % 4];
            }
            send(out, frame(prefix + new String(text, StandardCharsets.US_ASCII)));
        }
    }

    private static String frame(String text) {
        return "\u0081" + (char) text.length() + text;
    }

    private static void send(OutputStream out, String latin1) throws IOException {
        out.write(latin1.getBytes(StandardCharsets.ISO_8859_1));
        out.flush();
    }
}
