package io.ceiling.it.webapp;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.it.fixture.Served;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the raw client says of servers that do not wait for the end of a request. */
class AttemptsTest {

    /** More than both kernels' buffers take, so that the client is still writing when the connection ends. */
    private static final int LARGE = 32 * 1024 * 1024;

    /** The kernel resets a connection that is closed over bytes that nobody reads. */
    @ParameterizedTest
    @ValueSource(strings = {"", "HTTP/1.1 431 Too Large\r\nContent-Length: 0\r\n\r\n"})
    void aServerMayCloseBeforeTheHeadersAreSent(String answer) throws Exception {
        String got = exchange(answer, "X-Long: " + "x".repeat(LARGE) + "\r\n", 0);

        assertThat(got).isIn(answer, "connection reset");
    }

    @Test
    void aServerMayCloseBeforeTheBodyIsSent() throws Exception {
        String answer = "HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\n\r\n";

        assertThat(exchange(answer, "", LARGE)).isIn(answer, "connection reset");
    }

    private static String exchange(String answer, String headers, int body) throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            CompletableFuture<Void> closed = CompletableFuture.runAsync(() -> answerAtOnce(server, answer));
            String got = new Attempts(served(server.getLocalPort())).request("GET /", headers, new byte[body]);
            closed.get();
            return got;
        }
    }

    private static void answerAtOnce(ServerSocket server, String answer) {
        try (Socket socket = server.accept()) {
            socket.getInputStream().read();
            socket.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Served served(int port) {
        return new Served() {
            @Override
            public int port() {
                return port;
            }

            @Override
            public long gauge(int slot) {
                throw new UnsupportedOperationException("it has no gauges");
            }
        };
    }
}
