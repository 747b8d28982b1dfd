package io.ceiling.it.external;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A process with an application that takes orders: a POST of JSON with a number that no other order has and a login, five at once
 * for 60 ms each. A list is answered at once.
 */
final class OrderApplication {

    static final int AT_ONCE = 5;

    private static final int MILLIS = 60;
    private static final int THREADS = 400;
    private static final Pattern ID = Pattern.compile("\"id\": ?(\\d+)");

    private static final Semaphore PLACES = new Semaphore(AT_ONCE);
    private static final Set<String> ORDERS = ConcurrentHashMap.newKeySet();

    private OrderApplication() {}

    /** Prints its port, and ends when its standard input does. */
    public static void main(String[] arguments) throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 512);
        server.createContext("/orders", OrderApplication::order);
        server.createContext("/list", exchange -> answer(exchange, 200));
        server.setExecutor(Executors.newFixedThreadPool(THREADS));
        server.start();
        System.out.println(server.getAddress().getPort());
        while (System.in.read() >= 0) {
            // Whatever it says.
        }
        System.exit(0);
    }

    private static void order(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        Matcher id = ID.matcher(body);
        if (exchange.getRequestHeaders().getFirst("Authorization") == null) {
            answer(exchange, 401);
        } else if (!"application/json".equals(exchange.getRequestHeaders().getFirst("Content-Type"))) {
            answer(exchange, 415);
        } else if (!id.find() || !ORDERS.add(id.group(1))) {
            answer(exchange, 409);
        } else {
            PLACES.acquireUninterruptibly();
            try {
                Thread.sleep(MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                PLACES.release();
            }
            answer(exchange, 201);
        }
    }

    private static void answer(HttpExchange exchange, int status) throws IOException {
        exchange.sendResponseHeaders(status, -1);
        exchange.close();
    }
}
