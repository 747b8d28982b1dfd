package io.ceiling.harness.run;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.ceiling.harness.report.OpenMetrics;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/**
 * Answers {@code GET /metrics} on loopback while a run goes on. It makes the text when it is asked, from the newest
 * readings; nobody's question reaches the measured server.
 */
final class MetricsServer implements AutoCloseable {

    private static final String PATH = "/metrics";
    private static final String PLAIN = "text/plain; charset=utf-8";
    private static final int THREADS = 2;
    private static final int MAX_WAITING = 16;
    private static final String PATIENCE_SECONDS = "5";

    static {
        // Of a client that sends nothing or reads nothing, else it would keep a thread. Read when the first server is
        // made.
        System.setProperty("sun.net.httpserver.maxReqTime", PATIENCE_SECONDS);
        System.setProperty("sun.net.httpserver.maxRspTime", PATIENCE_SECONDS);
    }

    private final HttpServer server;
    private final ExecutorService threads;
    private final Supplier<String> text;

    private MetricsServer(HttpServer server, Supplier<String> text) {
        this.server = server;
        this.text = text;
        this.threads = Executors.newFixedThreadPool(THREADS, task -> {
            Thread thread = new Thread(task, "metrics");
            thread.setDaemon(true);
            return thread;
        });
    }

    /**
     * Opens the port.
     *
     * @param port port on loopback; 0 for any free one
     * @param text makes the text, in another thread
     * @throws MetricsPortException if the port cannot be opened
     */
    static MetricsServer open(int port, Supplier<String> text) {
        // The literal: "localhost" is what a file of the host says.
        InetSocketAddress address = new InetSocketAddress(loopback(), port);
        try {
            MetricsServer opened = new MetricsServer(HttpServer.create(address, MAX_WAITING), text);
            opened.server.setExecutor(opened.threads);
            opened.server.createContext("/", opened::answer);
            opened.server.start();
            return opened;
        } catch (IOException e) {
            throw new MetricsPortException(
                    "--metrics: port %d of 127.0.0.1 cannot be opened: %s. Hint: --metrics=0 takes a free one"
                            .formatted(port, e.getMessage()),
                    e);
        }
    }

    private static InetAddress loopback() {
        try {
            return InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
        } catch (IOException e) {
            throw new IllegalStateException("four bytes are an address", e);
        }
    }

    /** Returns the address of the text. */
    String url() {
        return "http://127.0.0.1:%d%s".formatted(server.getAddress().getPort(), PATH);
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            if (!isForLoopback(exchange)) {
                send(exchange, 403, PLAIN, "the Host header must name 127.0.0.1 or localhost\n");
            } else if (!exchange.getRequestURI().getPath().equals(PATH)) {
                send(exchange, 404, PLAIN, "only %s is here\n".formatted(PATH));
            } else if (!List.of("GET", "HEAD").contains(exchange.getRequestMethod())) {
                exchange.getResponseHeaders().set("Allow", "GET, HEAD");
                send(exchange, 405, PLAIN, "only GET and HEAD are answered\n");
            } else {
                send(exchange, 200, OpenMetrics.TYPE, text.get());
            }
        }
    }

    /** Refuses pages of other sites, which reach a browser's loopback under a name of their own. */
    private static boolean isForLoopback(HttpExchange exchange) {
        String host = exchange.getRequestHeaders().getFirst("Host");
        return host == null || host.matches("(127\\.0\\.0\\.1|localhost)(:\\d+)?");
    }

    private static void send(HttpExchange exchange, int status, String type, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.getResponseHeaders().set("Cache-Control", "no-store");
        if (exchange.getRequestMethod().equals("HEAD")) {
            exchange.sendResponseHeaders(status, -1);
            return;
        }
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
