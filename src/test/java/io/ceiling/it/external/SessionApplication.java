package io.ceiling.it.external;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;

/** A process with a small application that keeps a session of 20 000 bytes for each of its connections. */
final class SessionApplication {

    static final int DATA_BYTES = 20_000;

    private static final byte[] ANSWER = "welcome".getBytes(StandardCharsets.US_ASCII);

    private final Map<InetSocketAddress, Session> sessions = new ConcurrentHashMap<>();

    private SessionApplication() {}

    private static final class Session {
        private final byte[] data = new byte[DATA_BYTES];
    }

    /** Prints its port, and ends when its standard input does. */
    public static void main(String[] arguments) throws Exception {
        SessionApplication application = new SessionApplication();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 512);
        server.createContext("/shop", application::welcome);
        server.setExecutor(Executors.newFixedThreadPool(2));
        server.start();
        System.out.println(server.getAddress().getPort());
        while (System.in.read() >= 0) {
            Thread.onSpinWait();
        }
        System.exit(0);
    }

    private void welcome(HttpExchange exchange) throws IOException {
        Session session = sessions.computeIfAbsent(exchange.getRemoteAddress(), client -> new Session());
        session.data[0]++;
        exchange.sendResponseHeaders(200, ANSWER.length);
        exchange.getResponseBody().write(ANSWER);
        exchange.close();
    }
}
