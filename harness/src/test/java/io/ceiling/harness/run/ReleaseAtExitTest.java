package io.ceiling.harness.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.ceiling.harness.model.Target;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;

class ReleaseAtExitTest {

    private static ControlConnection control(int port) {
        return new ControlConnection(
                Target.unseen("127.0.0.1", "127.0.0.1", port, "/ceiling", false, false, List.of(), true));
    }

    @Test
    void hasTheServerReleaseAndStopPublishing() throws Exception {
        BlockingQueue<String> asked = new LinkedBlockingQueue<>();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 8);
        server.createContext("/", exchange -> {
            asked.add(exchange.getRequestMethod() + " " + exchange.getRequestURI());
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        server.start();
        try (ControlConnection control = control(server.getAddress().getPort());
                ReleaseAtExit atExit = new ReleaseAtExit(control)) {
            atExit.releaseInTime();

            assertThat(asked).containsExactly("POST /ceiling/hold/release", "POST /ceiling/publisher/stop");
        } finally {
            server.stop(0);
        }
    }

    @Test
    void aServerThatDoesNotAnswerDoesNotKeepTheProcess() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 8, InetAddress.getLoopbackAddress());
                ControlConnection control = control(silent.getLocalPort());
                ReleaseAtExit atExit = new ReleaseAtExit(control)) {
            long start = System.nanoTime();

            atExit.releaseInTime();

            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(8));
        }
    }
}
