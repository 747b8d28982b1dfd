package io.ceiling.it.external;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;

/** A process with a proxy of no known make, which refuses requests above a number, or lets them wait. */
final class StrangerProxy {

    private static final int BUSY = 503;

    private final Semaphore places;
    private final boolean refuses;
    private final String server;
    private final HttpClient client = HttpClient.newHttpClient();

    private StrangerProxy(String server, int places, boolean refuses) {
        this.server = server;
        this.places = new Semaphore(places);
        this.refuses = refuses;
    }

    /**
     * Prints its port, and ends when its standard input does. The arguments are the port of the server behind it, the number
     * of requests, and {@code refuses} or {@code waits}.
     */
    public static void main(String[] arguments) throws IOException {
        System.setProperty("sun.net.httpserver.nodelay", "true");
        StrangerProxy proxy = new StrangerProxy(
                "http://127.0.0.1:" + arguments[0], Integer.parseInt(arguments[1]), arguments[2].equals("refuses"));
        HttpServer door = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 512);
        door.setExecutor(Executors.newCachedThreadPool());
        door.createContext("/", proxy::pass);
        door.start();
        System.out.println(door.getAddress().getPort());
        int ignored = System.in.read();
        System.exit(0);
    }

    private void pass(HttpExchange exchange) throws IOException {
        try (exchange) {
            if (refuses && !places.tryAcquire()) {
                exchange.sendResponseHeaders(BUSY, -1);
                return;
            }
            if (!refuses) {
                places.acquireUninterruptibly();
            }
            try {
                forward(exchange);
            } finally {
                places.release();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void forward(HttpExchange exchange) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(server + exchange.getRequestURI()))
                .version(HttpClient.Version.HTTP_1_1)
                .build();
        HttpResponse<byte[]> answer = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
        exchange.sendResponseHeaders(answer.statusCode(), answer.body().length == 0 ? -1 : answer.body().length);
        exchange.getResponseBody().write(answer.body());
    }
}
