package io.ceiling.it.webapp;

import io.ceiling.it.fixture.Awaiting;
import io.ceiling.it.fixture.RawHttp;
import io.ceiling.it.fixture.Served;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Bad inputs that take more than one request; each returns what came of it in a few words. */
final class Attempts {

    private static final int SUBSCRIPTIONS = 8;
    private static final int TEN_MEGABYTES = 10 * 1024 * 1024;
    private static final int SLOW = 20;
    private static final Pattern LENGTH = Pattern.compile("(?i)\r\ncontent-length: *(\\d+)\r\n");

    private final Served server;

    Attempts(Served server) {
        this.server = server;
    }

    /** A request with these headers; all that is answered. */
    String request(String line, String headers) throws IOException {
        return request(line, headers, new byte[0]);
    }

    /** A request with a body that has its length, unless it is empty. */
    String request(String line, String headers, byte[] body) throws IOException {
        String head = line + " HTTP/1.1\r\n" + (headers.contains("Host:") ? "" : "Host: localhost\r\n")
                + "Connection: close\r\n" + headers
                + (body.length == 0 ? "" : "Content-Length: " + body.length + "\r\n") + "\r\n";
        try (Socket socket = RawHttp.connect("127.0.0.1", server.port())) {
            socket.setSoTimeout(20_000);
            sendWhileItIsTaken(socket, head.getBytes(StandardCharsets.UTF_8), body);
            return answer(socket);
        }
    }

    /** A server that has refused a request need not read it. */
    private static void sendWhileItIsTaken(Socket socket, byte[] head, byte[] body) throws IOException {
        OutputStream out = socket.getOutputStream();
        try {
            out.write(head);
            out.write(body);
        } catch (SocketException e) {
            // Its answer is there to read, or was lost with the connection.
        }
    }

    /** What came before the connection was reset, if that is a whole head at least. */
    private static String answer(Socket socket) throws IOException {
        StringBuilder head = new StringBuilder();
        try {
            return readAnswer(socket.getInputStream(), head);
        } catch (SocketException e) {
            return head.indexOf("\r\n\r\n") < 0 ? "connection reset" : head.toString();
        }
    }

    /** To its end, as far as it tells it: the server may go on to wait for a body that never comes. */
    private static String readAnswer(InputStream in, StringBuilder head) throws IOException {
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                return head.toString();
            }
            head.append((char) next);
        }
        Matcher length = LENGTH.matcher(head);
        byte[] body = length.find() ? in.readNBytes(Integer.parseInt(length.group(1))) : in.readAllBytes();
        return head + new String(body, StandardCharsets.UTF_8);
    }

    /** The self-call must not follow: a socket that listens where the Host header points gets no visit. */
    String recursionWithHostOfADecoy(String path) throws IOException {
        try (ServerSocket decoy = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String host = "127.0.0.1:" + decoy.getLocalPort();
            String answer = request(
                    "GET /ceiling" + path + "?number=1&limit=3",
                    "Host: " + host + "\r\nX-Forwarded-Host: " + host + "\r\nForwarded: host=" + host + "\r\n");
            decoy.setSoTimeout(1);
            try (Socket visitor = decoy.accept()) {
                return "the decoy was called from " + visitor.getRemoteSocketAddress();
            } catch (SocketTimeoutException e) {
                return "decoy not called, " + RawHttp.body(answer);
            }
        }
    }

    String frameOfTenMegabytes(String path, int opcode) throws IOException {
        try (RawWebSocket socket = RawWebSocket.open(server.port(), path)) {
            byte[] payload = new byte[TEN_MEGABYTES];
            Arrays.fill(payload, (byte) 'x');
            try {
                socket.send(opcode, TEN_MEGABYTES, payload);
            } catch (SocketException e) {
                // The server took no more of it, and may have said why.
                return socket.next();
            }
            return socket.nextOrWhetherItLives("still here");
        }
    }

    /** A frame that says it is larger than any memory, and then nothing. */
    String frameThatPromisesTooMuch(String path) throws IOException {
        try (RawWebSocket socket = RawWebSocket.open(server.port(), path)) {
            socket.send(RawWebSocket.TEXT, Long.MAX_VALUE, new byte[100_000]);
            return socket.next();
        } catch (SocketException e) {
            return "connection reset while sending";
        }
    }

    /** A frame whose length has the sign bit, which RFC 6455 forbids, and 16 bytes behind it; empty if there is no answer. */
    String frameOfANegativeLength(String path) throws IOException {
        try (RawWebSocket socket = RawWebSocket.open(server.port(), path)) {
            socket.send(RawWebSocket.TEXT, -1L, new byte[16]);
            return socket.nextIfAny();
        }
    }

    /** Twenty clients send a byte of a header now and then; what another client gets meanwhile. */
    String slowHeaders() throws IOException {
        List<Socket> slow = new ArrayList<>();
        try {
            for (int i = 0; i < SLOW; i++) {
                slow.add(RawHttp.connect("127.0.0.1", server.port()));
                RawHttp.send(slow.get(i), "GET /ceiling/length?length=1 HTTP/1.1\r\nHost: localhost\r\nX-Slow: ");
            }
            int served = 0;
            for (int round = 0; round < 10; round++) {
                for (Socket each : slow) {
                    RawHttp.send(each, "a");
                }
                served += RawHttp.status(request("GET /ceiling/length?length=1", "")) == 200 ? 1 : 0;
            }
            return "others meanwhile: %d of 10 answered".formatted(served);
        } finally {
            for (Socket each : slow) {
                each.close();
            }
        }
    }

    /** A request whose headers do not go on. */
    String headerThatStops() throws IOException {
        try (Socket socket = RawHttp.connect("127.0.0.1", server.port())) {
            // Shorter than what the servers have by themselves.
            socket.setSoTimeout(10_000);
            RawHttp.send(socket, "GET /ceiling/length?length=1 HTTP/1.1\r\nHost: localhost\r\nX-Slow: a");
            return answer(socket);
        }
    }

    /** What the answers were, and how often each. */
    String subscriptionsOfOneConnection(int count) throws Exception {
        Map<String, Integer> answers = new TreeMap<>();
        try (RawWebSocket socket = RawWebSocket.open(server.port(), "/channels")) {
            Thread reader = readAnswers(socket, count, answers);
            for (int i = 0; i < count; i++) {
                socket.text("{\"action\":\"subscribe\",\"identifier\":\"many-" + i + "\"}");
            }
            reader.join(60_000);
            if (reader.isAlive()) {
                throw new IllegalStateException("fewer than %d answers in a minute".formatted(count));
            }
            answers.put("subscriptions", (int) server.gauge(SUBSCRIPTIONS));
        }
        Awaiting.until("the subscriptions are gone", () -> server.gauge(SUBSCRIPTIONS) == 0);
        return answers.toString();
    }

    private static Thread readAnswers(RawWebSocket socket, int count, Map<String, Integer> answers) {
        Thread reader = new Thread(() -> {
            Map<String, Integer> counted = new HashMap<>();
            try {
                for (int i = 0; i < count; i++) {
                    counted.merge(socket.next().replaceAll("many-\\d+", "many-..."), 1, Integer::sum);
                }
            } catch (IOException e) {
                counted.merge(e.toString(), 1, Integer::sum);
            }
            answers.putAll(counted);
        });
        reader.start();
        return reader;
    }

    /** A script as a message: what a subscriber gets, and as what. */
    String scriptAsMessage(ChannelClient.Transport transport) throws Exception {
        String script = "</script><script>alert('1')</script><img src=x onerror=alert(2)>";
        ChannelPublisher publisher = new ChannelPublisher(server.port());
        try (ChannelClient client = ChannelClient.open(server.port(), transport)) {
            client.subscribe("xss");
            publisher.publish("xss", script);
            String got = String.valueOf(client.next());
            return got.contains("\"elements\":\"" + script + "\"") ? "a string in JSON: " + script : "changed: " + got;
        }
    }
}
