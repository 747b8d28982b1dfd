package io.ceiling.it;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** HTTP on a plain socket, so that source address, headers and bytes are the test's own. */
final class RawHttp {

    private RawHttp() {}

    /** A connection from one loopback address to 127.0.0.1. */
    static Socket connect(String from, int port) throws IOException {
        Socket socket = new Socket();
        socket.setSoTimeout(60_000);
        socket.bind(new InetSocketAddress(loopback(from), 0));
        socket.connect(new InetSocketAddress(loopback("127.0.0.1"), port), 10_000);
        return socket;
    }

    /** Sends a request that closes the connection and returns all that comes back. */
    static String exchange(String from, int port, String requestLine, String headers) throws IOException {
        try (Socket socket = connect(from, port)) {
            send(socket, requestLine + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + headers + "\r\n");
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    static String get(String from, int port, String path) throws IOException {
        return exchange(from, port, "GET /ceiling" + path, "");
    }

    static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    }

    static int status(String answer) {
        return Integer.parseInt(answer.split(" ", 3)[1]);
    }

    /** The body of an answer that has its length. */
    static String body(String answer) {
        return answer.substring(answer.indexOf("\r\n\r\n") + 4);
    }

    private static InetAddress loopback(String address) throws IOException {
        String[] parts = address.split("\\.");
        byte[] bytes = new byte[4];
        for (int i = 0; i < 4; i++) {
            bytes[i] = (byte) Integer.parseInt(parts[i]);
        }
        return InetAddress.getByAddress(bytes);
    }
}
