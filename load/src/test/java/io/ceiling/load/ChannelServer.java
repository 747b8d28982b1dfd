package io.ceiling.load;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A server that speaks the contract of {@code /channels} on plain blocking sockets, a thread for each, and sends what a test tells
 * it to, right or wrong.
 */
public final class ChannelServer implements AutoCloseable {

    public enum Fault {
        NONE,
        NO_ANSWER,
        REFUSED,
        STATUS_503,
        WRONG_ACCEPT,
        CLOSE_INSTEAD_OF_ANSWER
    }

    /** Small, so that a client that does not read is noticed soon. */
    private static final int SEND_BUFFER_BYTES = 16 * 1024;

    private static final Pattern IDENTIFIER = Pattern.compile("GET /ceiling/channels\\?identifier=(\\d+) HTTP/1.1");
    private static final Pattern TRANSPORT = Pattern.compile("X-Atmosphere-Transport: (\\S+)\r\n");
    private static final Pattern TRACKING_ID = Pattern.compile("X-Atmosphere-tracking-id: ([A-Za-z0-9-]{8,64})\r\n");
    private static final Pattern SUBSCRIBE =
            Pattern.compile("\\{\"action\":\"subscribe\",\"identifier\":\"(\\d+)\"\\}");
    private static final Pattern CONTENT_LENGTH = Pattern.compile("Content-Length: (\\d+)\r\n");
    private static final String POST_START = "POST /ceiling/channels HTTP/1.1\r\nHost: ";
    private static final String KEY = "Sec-WebSocket-Key: ";

    private volatile ServerSocket listener;
    /** Keeps the port while connects are refused. */
    private volatile Socket placeholder = new Socket();

    private final Queue<Socket> sockets = new ConcurrentLinkedQueue<>();
    private final Queue<Socket> posters = new ConcurrentLinkedQueue<>();
    private final Queue<ChannelClient> clients = new ConcurrentLinkedQueue<>();
    /** Of the messages that clients published. */
    public final ChannelRelay relay = new ChannelRelay(clients);

    private final CountDownLatch over = new CountDownLatch(1);
    public volatile Fault fault = Fault.NONE;
    /** How long a poll without a message lasts. */
    public volatile long pollMillis = 10_000;
    /** Every byte in a write of its own, messages in small frames and chunks, with signs of life in between. */
    public volatile boolean drip;
    /** Answers to POSTs wait for it. */
    public volatile CountDownLatch postGate = new CountDownLatch(0);
    /** Subscribers of this identifier are not read from. */
    public volatile String deafTo = "";

    public ChannelServer() {
        try {
            listener = listen(0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private ServerSocket listen(int port) throws IOException {
        ServerSocket opened = new ServerSocket(port, 1024, InetAddress.getLoopbackAddress());
        TestServer.daemon(() -> accept(opened));
        return opened;
    }

    /** Connects are refused from now on; what is connected stays so. */
    public void refuseConnects() throws IOException {
        InetSocketAddress address = (InetSocketAddress) listener.getLocalSocketAddress();
        listener.close();
        // Bound and not listening: or another process could listen there.
        Socket place = new Socket();
        place.setReuseAddress(true);
        bind(place, address);
        placeholder = place;
    }

    /** The listener is closed in truth when its thread has left it. */
    private static void bind(Socket place, InetSocketAddress address) throws IOException {
        for (int attempt = 1; ; attempt++) {
            try {
                place.bind(address);
                return;
            } catch (BindException e) {
                if (attempt == 500) {
                    throw e;
                }
                LockSupport.parkNanos(10_000_000);
            }
        }
    }

    /** Connects are accepted again. */
    public void acceptConnects() throws IOException {
        placeholder.close();
        listener = listen(listener.getLocalPort());
    }

    public int port() {
        return listener.getLocalPort();
    }

    /** Everybody who ever subscribed, in that order. */
    public List<ChannelClient> clients() {
        return List.copyOf(clients);
    }

    /** Sends that text to all who are subscribed. */
    public void send(String identifier, String json) throws IOException {
        for (ChannelClient client : clients) {
            if (client.identifier().equals(identifier)) {
                client.send(json);
            }
        }
    }

    /** Sends messages with these numbers to all who are subscribed. */
    public void publish(String identifier, long... numbers) throws IOException {
        for (long number : numbers) {
            send(identifier, Messages.message(identifier, number));
        }
    }

    /** Ends every connection that is open now, with a FIN. */
    public void closeConnections() {
        sockets.forEach(TestServer::closeQuietly);
    }

    /** Ends every connection that is open now, with a RST, whatever is still to be sent. */
    public void resetConnections() throws IOException {
        for (Socket socket : sockets) {
            if (!socket.isClosed()) {
                socket.setSoLinger(true, 0);
            }
        }
        closeConnections();
    }

    /** Ends the connections over which messages were posted. */
    public void closePosters() {
        posters.forEach(TestServer::closeQuietly);
    }

    /** How many connections there were over which messages were posted. */
    public int posters() {
        return posters.size();
    }

    /** How many of them are open. */
    public long openPosters() {
        return posters.stream().filter(socket -> !socket.isClosed()).count();
    }

    @Override
    public void close() throws IOException {
        listener.close();
        placeholder.close();
        over.countDown();
        postGate.countDown();
        closeConnections();
    }

    private void accept(ServerSocket opened) {
        while (!opened.isClosed()) {
            try {
                Socket socket = opened.accept();
                socket.setTcpNoDelay(true);
                socket.setSendBufferSize(SEND_BUFFER_BYTES);
                sockets.add(socket);
                TestServer.daemon(() -> serve(socket));
            } catch (IOException e) {
                // Closed, or a client that is gone already.
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            InputStream in = new BufferedInputStream(socket.getInputStream());
            OutputStream out = socket.getOutputStream();
            for (String head = TestServer.readHead(in); !head.isEmpty(); head = TestServer.readHead(in)) {
                switch (fault) {
                    case NO_ANSWER -> over.await();
                    case CLOSE_INSTEAD_OF_ANSWER -> {
                        return;
                    }
                    case STATUS_503 -> out.write(ascii("HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n"));
                    default -> answer(head, in, out, socket);
                }
            }
        } catch (IOException e) {
            // The client is gone.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void answer(String head, InputStream in, OutputStream out, Socket socket)
            throws IOException, InterruptedException {
        if (head.startsWith("GET /ceiling/channels HTTP/1.1") && head.contains("Upgrade: websocket")) {
            serveWebSocket(head, in, new ChannelSender.WebSocket(out, drip), socket.getPort());
            return;
        }
        if (head.startsWith(POST_START)) {
            answerPost(head, in, out, socket);
            return;
        }
        Matcher identifier = IDENTIFIER.matcher(head);
        Matcher transport = TRANSPORT.matcher(head);
        Matcher id = TRACKING_ID.matcher(head);
        if (!identifier.find() || !transport.find() || !id.find()) {
            out.write(ascii("HTTP/1.1 400 Bad\r\nContent-Length: 0\r\n\r\n"));
            return;
        }
        switch (transport.group(1)) {
            case "sse" -> subscribe(identifier.group(1), id.group(1), new ChannelSender.Stream(out, true, drip));
            case "streaming" -> subscribe(identifier.group(1), id.group(1), new ChannelSender.Stream(out, false, drip));
            default -> answerPoll(identifier.group(1), id.group(1), out, socket.getPort());
        }
    }

    private void subscribe(String identifier, String id, ChannelSender sender) throws IOException {
        ChannelClient client = new ChannelClient(identifier, id, sender);
        clients.add(client);
        client.send(fault == Fault.REFUSED ? "{\"error\":\"full\"}" : Messages.subscribed(identifier));
    }

    private void answerPoll(String identifier, String id, OutputStream out, int clientPort)
            throws IOException, InterruptedException {
        ChannelSender.Polls polls = null;
        for (ChannelClient client : clients) {
            if (client.trackingId().equals(id) && client.sender() instanceof ChannelSender.Polls known) {
                polls = known;
            }
        }
        if (polls == null) {
            polls = new ChannelSender.Polls(clientPort);
            subscribe(identifier, id, polls);
        }
        polls.answer(out, clientPort, pollMillis, drip);
    }

    private void answerPost(String head, InputStream in, OutputStream out, Socket socket)
            throws IOException, InterruptedException {
        if (!posters.contains(socket)) {
            posters.add(socket);
        }
        Matcher length = CONTENT_LENGTH.matcher(head);
        if (!length.find() || !head.contains("Content-Type: application/json\r\n")) {
            throw new IOException("neither length nor type in " + head);
        }
        String text = new String(in.readNBytes(Integer.parseInt(length.group(1))), StandardCharsets.ISO_8859_1);
        ChannelRelay.Published message = ChannelRelay.parse(text, "", socket.getPort());
        long number = relay.publish(message);
        postGate.await();
        String answer = fault == Fault.REFUSED
                ? "{\"error\":\"full\"}"
                : "{\"published\":\"" + message.identifier() + "\",\"request\":" + number + "}";
        String response = drip
                ? "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + ChannelSender.chunks(answer, true)
                        + "0\r\n\r\n"
                : "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: " + answer.length() + "\r\n\r\n"
                        + answer;
        ChannelSender.write(out, ascii(response), drip);
    }

    private void serveWebSocket(String head, InputStream in, ChannelSender.WebSocket sender, int port)
            throws IOException, InterruptedException {
        String key = head.substring(head.indexOf(KEY) + KEY.length());
        key = key.substring(0, key.indexOf('\r'));
        String accept = fault == Fault.WRONG_ACCEPT ? "bm90IHRoaXMgb25l" : WebSocketFrames.accept(key);
        sender.write(ascii("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                + "Sec-WebSocket-Accept: " + accept + "\r\n\r\n"));
        String subscribed = "";
        while (true) {
            int opcode = in.read() & WebSocketFrames.OPCODE_BITS;
            int second = in.read();
            if ((second & WebSocketFrames.MASKED) == 0) {
                throw new IOException("a client has to mask its frames");
            }
            int length = second & WebSocketFrames.LENGTH_BITS;
            if (length == WebSocketFrames.LENGTH_16) {
                length = in.read() << 8 | in.read();
            }
            byte[] mask = in.readNBytes(4);
            byte[] payload = in.readNBytes(length);
            if (mask.length < 4 || payload.length < length || opcode == WebSocketFrames.CLOSE) {
                return;
            }
            for (int i = 0; i < length; i++) {
                payload[i] ^= mask[i % 4];
            }
            String text = new String(payload, StandardCharsets.ISO_8859_1);
            Matcher message = SUBSCRIBE.matcher(text);
            if (opcode == WebSocketFrames.PONG) {
                sender.pongs.add(text);
            } else if (message.matches()) {
                subscribed = message.group(1);
                subscribe(subscribed, "", sender);
                if (subscribed.equals(deafTo)) {
                    over.await();
                }
            } else if (opcode == WebSocketFrames.TEXT) {
                relay.publish(ChannelRelay.parse(text, subscribed, port));
            }
        }
    }

    /** Tracking ids as the clients made them, in the order of their subscriptions. */
    public List<String> trackingIds() {
        List<String> ids = new ArrayList<>();
        clients.forEach(client -> ids.add(client.trackingId()));
        return ids;
    }

    private static byte[] ascii(String text) {
        return Ascii.bytes(text);
    }
}
