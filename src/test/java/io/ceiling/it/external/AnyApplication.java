package io.ceiling.it.external;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

/** An application that is not ours: it answers every request under its path with the same word. */
final class AnyApplication implements AutoCloseable {

    private final HttpServer server;

    AnyApplication(String path) throws IOException {
        this(path, 0);
    }

    private AnyApplication(String path, int port) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 128);
        server.createContext(path, exchange -> {
            byte[] body = "any".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }

    /** Runs as a process of its own, at the port in its argument, until it is ended. */
    @SuppressWarnings("resource")
    public static void main(String[] arguments) throws IOException {
        AnyApplication running = new AnyApplication("/shop", Integer.parseInt(arguments[0]));
        System.out.println("the shop is open at " + running.port());
    }

    int port() {
        return server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
