package io.ceiling.it.external;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A process with a small application, without a container or a bean: each path makes its requests wait for something
 * else. Its threads are called like those of a container.
 */
final class WaitingApplication {

    /** Name of the argument that has virtual threads serve the requests. */
    static final String VIRTUAL = "virtual";

    private static final int LENT = 10;
    /** Two after the other are in time within 1.2 s, three are not: then the edge is a sharp one, and soon found. */
    private static final int HELD_MILLIS = 480;

    /** Under the lock: 18 after each other are in time, and so are those of a warm-up. */
    private static final int LOCKED_MILLIS = 65;

    private static final byte[] ANSWER = "done".getBytes(StandardCharsets.US_ASCII);

    private final HikariDataSource database;
    private final URL upstream;
    private final Object stock = new Object();

    private WaitingApplication(HikariDataSource database, URL upstream) {
        this.database = database;
        this.upstream = upstream;
    }

    /** Prints its port, and ends when its standard input does. The argument is its number of threads, or virtual. */
    public static void main(String[] arguments) throws Exception {
        HikariConfig pool = new HikariConfig();
        pool.setJdbcUrl("jdbc:h2:mem:shop");
        pool.setMaximumPoolSize(LENT);
        HttpServer upstream = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 512);
        upstream.createContext("/", exchange -> {
            hold();
            answer(exchange);
        });
        upstream.setExecutor(named("upstream-", LENT));
        upstream.start();
        WaitingApplication application = new WaitingApplication(
                new HikariDataSource(pool),
                URI.create("http://127.0.0.1:%d/"
                                .formatted(upstream.getAddress().getPort()))
                        .toURL());
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 512);
        server.createContext("/pool", exchange -> application.listOrders(exchange));
        server.createContext("/lock", exchange -> application.reserve(exchange));
        server.createContext("/upstream", exchange -> application.askPrice(exchange));
        server.createContext("/sleep", exchange -> application.sleep(exchange));
        server.createContext("/pinned", exchange -> application.initialise(exchange));
        server.setExecutor(
                arguments[0].equals(VIRTUAL)
                        ? (ExecutorService) Executors.class
                                .getMethod("newVirtualThreadPerTaskExecutor")
                                .invoke(null)
                        : named("http-shop-exec-", Integer.parseInt(arguments[0])));
        server.start();
        System.out.println(server.getAddress().getPort());
        while (System.in.read() >= 0) {
            Thread.onSpinWait();
        }
        System.exit(0);
    }

    private static ExecutorService named(String name, int threads) {
        AtomicInteger number = new AtomicInteger();
        return Executors.newFixedThreadPool(threads, task -> {
            Thread thread = new Thread(task, name + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        });
    }

    private void listOrders(HttpExchange exchange) throws IOException {
        try (Connection connection = database.getConnection()) {
            connection.setReadOnly(true);
            hold();
        } catch (SQLException e) {
            throw new IOException(e);
        }
        answer(exchange);
    }

    private void reserve(HttpExchange exchange) throws IOException {
        synchronized (stock) {
            hold(LOCKED_MILLIS);
        }
        answer(exchange);
    }

    private void askPrice(HttpExchange exchange) throws IOException {
        try (InputStream price = upstream.openStream()) {
            price.readAllBytes();
        }
        answer(exchange);
    }

    private void sleep(HttpExchange exchange) throws IOException {
        hold();
        answer(exchange);
    }

    /** Initialises a class that takes its time, which a virtual thread does without leaving its carrier. */
    private void initialise(HttpExchange exchange) throws IOException {
        try {
            Class.forName(SlowClass.class.getName(), true, new Anew());
        } catch (ClassNotFoundException e) {
            throw new IOException(e);
        }
        answer(exchange);
    }

    private static void hold() {
        hold(HELD_MILLIS);
    }

    private static void hold(int millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void answer(HttpExchange exchange) throws IOException {
        exchange.sendResponseHeaders(200, ANSWER.length);
        exchange.getResponseBody().write(ANSWER);
        exchange.close();
    }

    /** A class whose initialiser waits, so shortly that two carriers serve the connections of a warm-up in time. */
    static final class SlowClass {

        private static final int MILLIS = 96;

        static {
            try {
                Thread.sleep(MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Defines that class once more. */
    private static final class Anew extends ClassLoader {

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.equals(SlowClass.class.getName())) {
                return super.loadClass(name, resolve);
            }
            try (InputStream file = Objects.requireNonNull(
                    WaitingApplication.class.getResourceAsStream("WaitingApplication$SlowClass.class"))) {
                byte[] bytes = file.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
