package io.ceiling.sample;

import com.sun.net.httpserver.HttpServer;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/** Chain of stations that every request passes, such as {@code wait:100,lock:10}; {@code STATIONS} is one. As a program, a server of the JDK. */
final class Stations {

    // Looked up once: the look-up takes a lock.
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    // Returns 200 to go on, 0 to answer at once, or the status of a refusal.
    private interface Station {
        int pass() throws Exception;
    }

    private final List<Station> stations = new ArrayList<>();

    Stations(String chain) throws Exception {
        for (String text : chain.split(",")) {
            String[] words = text.split(":");
            int[] numbers = new int[3];
            for (int i = 1; i < words.length; i++) {
                numbers[i - 1] = Integer.parseInt(words[i]);
            }
            stations.add(station(words[0], numbers[0], numbers[1], numbers[2]));
        }
    }

    int pass() throws Exception {
        for (Station station : stations) {
            int status = station.pass();
            if (status != 200) {
                return status == 0 ? 200 : status;
            }
        }
        return 200;
    }

    private static int slept(long millis) throws InterruptedException {
        Thread.sleep(millis);
        return 200;
    }

    private static Station station(String kind, int first, int second, int third) throws Exception {
        return switch (kind) {
            case "wait" -> () -> slept(first);
            case "cpu" -> () -> computed(first);
            case "lock" -> lock(first);
            case "pool" -> pool(first, second);
            case "cache" -> cache(first);
            case "bucket" -> bucket(first, second, false);
            case "quota" -> bucket(first, second, true);
            case "queue" -> queue(first, second, third);
            default -> throw new IllegalArgumentException("no station of that kind: " + kind);
        };
    }

    // Takes that much time of a processor, or longer where it shares one.
    private static int computed(int millis) {
        long sum = 0;
        long end = THREADS.getCurrentThreadCpuTime() + millis * 1_000_000L;
        while (THREADS.getCurrentThreadCpuTime() < end) {
            for (int i = 0; i < 10_000; i++) {
                sum = sum * 31 + i;
            }
        }
        return sum == 1 ? 500 : 200;
    }

    private static Station lock(int millis) {
        ReentrantLock lock = new ReentrantLock(true);
        return () -> {
            lock.lock();
            try {
                return slept(millis);
            } finally {
                lock.unlock();
            }
        };
    }

    private static Station pool(int size, int port) throws Exception {
        BlockingQueue<Socket> connections = new ArrayBlockingQueue<>(size, true);
        for (int i = 0; i < size; i++) {
            connections.add(new Socket(InetAddress.getLoopbackAddress(), port));
        }
        return () -> {
            Socket connection = connections.take();
            try {
                connection.getOutputStream().write('?');
                return connection.getInputStream().read() < 0 ? 500 : 200;
            } finally {
                connections.add(connection);
            }
        };
    }

    private static Station cache(int percent) {
        AtomicLong asked = new AtomicLong();
        return () -> {
            long n = asked.getAndIncrement();
            return (n + 1) * (100 - percent) / 100 > n * (100 - percent) / 100 ? 200 : 0;
        };
    }

    private static Station bucket(int perSecond, int burst, boolean refuses) {
        long period = 1_000_000_000L / perSecond;
        AtomicLong next = new AtomicLong(System.nanoTime() - burst * period);
        return () -> {
            while (true) {
                long now = System.nanoTime();
                long last = next.get();
                long own = Math.max(last, now - burst * period) + period;
                if (refuses && own > now) {
                    return 429;
                }
                if (next.compareAndSet(last, own)) {
                    TimeUnit.NANOSECONDS.sleep(own - now);
                    return 200;
                }
            }
        };
    }

    private static Station queue(int workers, int places, int millis) {
        ExecutorService pool =
                new ThreadPoolExecutor(workers, workers, 1, TimeUnit.MINUTES, new ArrayBlockingQueue<>(places, true));
        return () -> {
            try {
                return pool.submit(() -> slept(millis)).get();
            } catch (RejectedExecutionException e) {
                return 503;
            }
        };
    }

    public static void main(String[] arguments) throws Exception {
        Stations stations = new Stations(System.getenv("STATIONS"));
        int port = Integer.parseInt(System.getenv("SERVER_PORT"));
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 2_000);
        server.setExecutor(Executors.newCachedThreadPool());
        server.createContext("/chain", exchange -> {
            byte[] body = "passed".getBytes(java.nio.charset.StandardCharsets.US_ASCII);
            int status = 500;
            try {
                status = stations.pass();
            } catch (Exception e) {
                e.printStackTrace();
            }
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }
}
