package io.ceiling.it.external;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A process with an application that holds a number of connections, whose others stay in its listen queue, and that lets
 * requests in with permits. From a request on it gives none of them back.
 */
final class StuckApplication {

    /** Requests of a probe before its ramp, and more. */
    static final int FORGETS_AFTER = 300;

    private static final int PERMITS = 20;
    private static final byte[] ANSWER =
            "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ndone".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] END = "\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private final Semaphore places;
    private final Semaphore permits = new Semaphore(PERMITS);
    private final AtomicInteger asked = new AtomicInteger();
    private final boolean forgets;

    private StuckApplication(int connections, boolean forgets) {
        this.places = new Semaphore(connections);
        this.forgets = forgets;
    }

    /** Prints its port. The arguments are the number of connections, and whether it forgets permits. */
    public static void main(String[] arguments) throws Exception {
        StuckApplication application =
                new StuckApplication(Integer.parseInt(arguments[0]), Boolean.parseBoolean(arguments[1]));
        try (ServerSocket server = new ServerSocket(0, 512, InetAddress.getLoopbackAddress())) {
            System.out.println(server.getLocalPort());
            while (true) {
                application.places.acquire();
                Socket client = server.accept();
                Thread thread = new Thread(() -> application.serve(client), "client-" + client.getPort());
                thread.setDaemon(true);
                thread.start();
            }
        }
    }

    private void serve(Socket client) {
        try (client) {
            client.setTcpNoDelay(true);
            while (isRequest(client.getInputStream())) {
                permits.acquire();
                if (!forgets || asked.incrementAndGet() < FORGETS_AFTER) {
                    permits.release();
                }
                client.getOutputStream().write(ANSWER);
            }
        } catch (IOException | InterruptedException e) {
            // The client has gone.
        } finally {
            places.release();
        }
    }

    private static boolean isRequest(InputStream from) throws IOException {
        int matched = 0;
        while (matched < END.length) {
            int next = from.read();
            if (next < 0) {
                return false;
            }
            matched = next == END[matched] ? matched + 1 : next == END[0] ? 1 : 0;
        }
        return true;
    }
}
