package io.ceiling.it.external;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * A process with an application that serves a number of requests at once and leaves the others in a queue, without a
 * thread for either: no thread says what limits it. Or it answers a number of requests in each second at once, and refuses
 * the others.
 */
final class LimitingApplication {

    private static final int SERVED_MILLIS = 200;
    private static final int TOO_MANY = 429;
    private static final byte[] ANSWER = "done".getBytes(StandardCharsets.US_ASCII);

    private final int places;
    private final Queue<HttpExchange> waiting = new ArrayDeque<>();
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
    private int served;
    /** The second in which the last request was answered, and how many were in it. */
    private long second;

    private int inThisSecond;

    private LimitingApplication(int places) {
        this.places = places;
    }

    /**
     * Prints its port, and ends when its standard input does. The argument is the number of requests served at once, or of
     * those answered in each second if {@code a-second} follows.
     */
    public static void main(String[] arguments) throws IOException {
        // Else a single answer waits for 40 ms between its two packets, after its place is free again.
        System.setProperty("sun.net.httpserver.nodelay", "true");
        LimitingApplication application = new LimitingApplication(Integer.parseInt(arguments[0]));
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 512);
        server.createContext("/", arguments.length > 1 ? application::answerInThisSecond : application::admit);
        server.start();
        System.out.println(server.getAddress().getPort());
        int ignored = System.in.read();
        System.exit(0);
    }

    private synchronized void answerInThisSecond(HttpExchange exchange) throws IOException {
        long now = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime());
        inThisSecond = now == second ? inThisSecond + 1 : 1;
        second = now;
        boolean isAnswered = inThisSecond <= places;
        if (!isAnswered) {
            exchange.getResponseHeaders().set("Retry-After", "1");
        }
        exchange.sendResponseHeaders(isAnswered ? 200 : TOO_MANY, ANSWER.length);
        exchange.getResponseBody().write(ANSWER);
        exchange.close();
    }

    private synchronized void admit(HttpExchange exchange) {
        if (served == places) {
            waiting.add(exchange);
        } else {
            served++;
            serve(exchange);
        }
    }

    private void serve(HttpExchange exchange) {
        var ignored = clock.schedule(() -> answer(exchange), SERVED_MILLIS, TimeUnit.MILLISECONDS);
    }

    private synchronized void answer(HttpExchange exchange) {
        HttpExchange next = waiting.poll();
        if (next == null) {
            served--;
        } else {
            serve(next);
        }
        try {
            exchange.sendResponseHeaders(200, ANSWER.length);
            exchange.getResponseBody().write(ANSWER);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            exchange.close();
        }
    }
}
