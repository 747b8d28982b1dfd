package io.ceiling.harness.engine.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ceiling.harness.scenario.Target;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Against a server that answers each request with what the test says, and counts its connections. */
class ControlConnectionTest {

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final String ABC = "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc";

    private final BlockingQueue<String> requests = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> closed = new LinkedBlockingQueue<>();
    private final BlockingQueue<Socket> accepted = new LinkedBlockingQueue<>();

    /** True if the server sends a byte each 10 ms after an answer, until nobody reads them. */
    private volatile boolean dripping;

    @SuppressWarnings("NullAway.Init")
    private ServerSocket server;

    @SuppressWarnings("NullAway.Init")
    private ControlConnection control;

    @BeforeEach
    void start() throws IOException {
        server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        control = new ControlConnection(Target.withAddressOnly(
                new Target.Endpoint(
                        "127.0.0.1", "127.0.0.1", server.getLocalPort(), "/ceiling", false, false, List.of("X-Key: 7")),
                true));
        Thread acceptor = new Thread(this::accept, "acceptor");
        acceptor.setDaemon(true);
        acceptor.start();
    }

    @AfterEach
    void stop() throws IOException {
        control.close();
        server.close();
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = server.accept();
                accepted.add(socket);
                Thread thread = new Thread(() -> serve(socket), "connection");
                thread.setDaemon(true);
                thread.start();
            }
        } catch (IOException e) {
            // The test is over.
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            BufferedReader in =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
            StringBuilder request = new StringBuilder();
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                request.append(line).append('\n');
                if (line.isEmpty()) {
                    requests.add(request.toString());
                    request.setLength(0);
                    String answer = answers.take();
                    socket.getOutputStream().write(answer.getBytes(StandardCharsets.ISO_8859_1));
                    while (dripping) {
                        socket.getOutputStream().write('x');
                        LockSupport.parkNanos(10_000_000);
                    }
                    if (!answer.contains("Content-Length") && !answer.contains("chunked")) {
                        return;
                    }
                }
            }
            closed.add("by the client");
        } catch (IOException | InterruptedException e) {
            // The test is over.
        }
    }

    @Test
    void allThatIsAskedGoesOverOneConnection() throws Exception {
        answers.addAll(List.of(
                ABC, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nde\r\n1;x=y\r\nf\r\n0\r\n\r\n", ABC));

        assertThat(control.send("GET", "/length?length=3", PATIENCE))
                .isEqualTo(new ControlConnection.HttpAnswer(200, "OK", "", "abc"));
        assertThat(control.send("POST", "/hold/release", PATIENCE).body()).isEqualTo("def");
        assertThat(control.send("GET", "/", PATIENCE).body()).isEqualTo("abc");

        assertThat(accepted).hasSize(1);
        assertThat(requests.take())
                .isEqualTo("GET /ceiling/length?length=3 HTTP/1.1\nHost: 127.0.0.1:%d\nX-Key: 7\n\n"
                        .formatted(server.getLocalPort()));
        assertThat(requests.take()).contains("POST /ceiling/hold/release HTTP/1.1\n", "Content-Length: 0\n");
    }

    @Test
    void whatTheServerHasClosedIsOpenedAgain() throws Exception {
        // A thread that still reads when its socket is closed may take the second request, and an answer that reaches
        // nobody.
        answers.addAll(List.of(ABC, ABC, ABC));
        control.send("GET", "/", PATIENCE);
        accepted.take().close();

        assertThat(control.send("GET", "/", PATIENCE).body()).isEqualTo("abc");

        assertThat(accepted).hasSize(1);
    }

    @Test
    void anOrderThatMayHaveBeenCarriedOutIsNotRepeated() throws Exception {
        answers.addAll(List.of(ABC, "", ABC));
        control.send("GET", "/", PATIENCE);

        assertThatThrownBy(() -> control.send("POST", "/publisher", PATIENCE)).isInstanceOf(IOException.class);

        assertThat(requests).hasSize(2);
    }

    @Test
    void aQuestionThatWasNotAnsweredIsAskedAgain() throws Exception {
        answers.addAll(List.of(ABC, "", ABC));
        control.send("GET", "/", PATIENCE);

        assertThat(control.send("GET", "/", PATIENCE).body()).isEqualTo("abc");

        assertThat(requests).hasSize(3);
    }

    @Test
    void closingEndsAQuestionAndDoesNotHaveItAskedAgain() throws Exception {
        answers.add(ABC);
        control.send("GET", "/", PATIENCE);
        requests.clear();

        CompletableFuture<ControlConnection.HttpAnswer> second = CompletableFuture.supplyAsync(() -> {
            try {
                return control.send("GET", "/", Duration.ZERO);
            } catch (IOException e) {
                throw new CompletionException(e);
            }
        });
        requests.take();
        control.close();

        assertThatThrownBy(() -> second.get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(IOException.class);
        assertThat(accepted).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n"})
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void anAnswerThatComesByDropsIsNotWaitedFor(String start) throws Exception {
        dripping = true;
        answers.add(start);

        assertThatThrownBy(() -> control.send("GET", "/", Duration.ofMillis(500)))
                .isInstanceOf(SocketTimeoutException.class);
    }

    @Test
    void ofAnEndlessBodyNoMoreThanItsBeginningIsTaken() throws Exception {
        answers.add("HTTP/1.1 200 OK\r\nContent-Length: 300000\r\n\r\n" + "x".repeat(300_000));

        assertThat(control.send("GET", "/", PATIENCE).body()).hasSize(65_536);
    }

    @Test
    void aBodyThatEndsWithItsConnectionIsReadToItsEnd() throws Exception {
        answers.addAll(List.of("HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\nno", ABC));

        assertThat(control.send("GET", "/", PATIENCE))
                .extracting(ControlConnection.HttpAnswer::status, ControlConnection.HttpAnswer::body)
                .containsExactly(403, "no");
        assertThat(control.send("GET", "/", PATIENCE).status()).isEqualTo(200);

        assertThat(accepted).hasSize(2);
    }

    @Test
    void closingClosesItAtOnceAlsoForTheServer() throws Exception {
        answers.add(ABC);
        control.send("GET", "/", PATIENCE);

        control.close();

        assertThat(closed.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isEqualTo("by the client");
    }

    @Test
    void whoDoesNotSpeakHttpIsTold() {
        answers.add("220 mail.example.org\r\n");

        assertThatThrownBy(() -> control.send("GET", "/", PATIENCE))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("not HTTP/1.1");
    }
}
