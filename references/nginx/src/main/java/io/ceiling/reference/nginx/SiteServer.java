package io.ceiling.reference.nginx;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.ceiling.reference.Answer;
import io.ceiling.reference.Site;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.Executors;

/** The HTTP server of this process, to which nginx passes all requests that are not for nchan. Thread-safe. */
final class SiteServer {

    private static final byte[] LOOPBACK = {127, 0, 0, 1};

    private final HttpServer server;

    private SiteServer(HttpServer server) {
        this.server = server;
    }

    /** Starts the server on a free port of 127.0.0.1. */
    static SiteServer start(Site site) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getByAddress(LOOPBACK), 0), 0);
        server.setExecutor(Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, "ceiling-site");
            thread.setDaemon(true);
            return thread;
        }));
        server.createContext("/", exchange -> answer(site, exchange));
        server.start();
        return new SiteServer(server);
    }

    private static void answer(Site site, HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] ignored = exchange.getRequestBody().readAllBytes();
            Answer answer = site.answer(
                    exchange.getRequestMethod(), exchange.getRequestURI().toString());
            exchange.getResponseHeaders().set("Content-Type", answer.contentType());
            if (!answer.header().isEmpty()) {
                exchange.getResponseHeaders().set(answer.headerName(), answer.headerValue());
            }
            exchange.sendResponseHeaders(answer.status(), answer.length());
            exchange.getResponseBody().write(answer.body(), 0, answer.length());
        }
    }

    int port() {
        return server.getAddress().getPort();
    }
}
