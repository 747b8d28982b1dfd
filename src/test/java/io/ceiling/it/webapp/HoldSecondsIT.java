package io.ceiling.it.webapp;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.it.fixture.Awaiting;
import io.ceiling.it.fixture.ForkedServer;
import io.ceiling.it.fixture.Part;
import io.ceiling.it.fixture.RawHttp;
import io.ceiling.it.fixture.ServerKind;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** A server all of whose request threads are held gets them back without the request that would release them. */
@ParameterizedClass
@MethodSource("kinds")
@Tag("side-by-side")
@Tag("divided")
class HoldSecondsIT {

    private static final int MAX_THREADS = 10;
    private static final int BLOCKING_HOLDS = 3;
    private static final int ASYNC_HOLDS = 4;
    private static final String LOOPBACK = "127.0.0.1";
    private static final String END = "ended by ceiling.hold.seconds\n";

    @SuppressWarnings("NullAway.Init")
    private static ForkedServer server;

    @Parameter
    @SuppressWarnings("NullAway.Init")
    ServerKind kind;

    static Stream<ServerKind> kinds() {
        return Part.of(ServerKind.onPlatformThreads().stream(), kind -> kind.equals(ServerKind.JETTY));
    }

    @BeforeParameterizedClassInvocation
    static void start(ServerKind kind) throws Exception {
        server =
                ForkedServer.start(kind, kind.war(), kind.javaHome(), MAX_THREADS, List.of("-Dceiling.hold.seconds=2"));
    }

    @AfterParameterizedClassInvocation
    static void stop() throws Exception {
        if (server != null) {
            server.close();
        }
    }

    @Test
    void threadsComeBackByThemselves() throws Exception {
        List<Socket> held = new ArrayList<>();
        try {
            // More than there are threads: those above wait for one, and are held for as long once they have it.
            for (int i = 0; i < 2 * MAX_THREADS; i++) {
                held.add(ask("/hold/blocking"));
            }
            Awaiting.until("all threads are held", () -> server.gauge(BLOCKING_HOLDS) >= MAX_THREADS / 2);
            assertThat(server.gauge(BLOCKING_HOLDS)).isLessThanOrEqualTo(MAX_THREADS);

            assertThat(RawHttp.body(RawHttp.get(LOOPBACK, server.port(), "/length?length=3")))
                    .isEqualTo("abc");

            for (Socket each : held) {
                assertThat(answer(each)).contains("held\n").contains(END).doesNotContain("released");
            }
            assertThat(server.gauge(BLOCKING_HOLDS)).isZero();
        } finally {
            closeAll(held);
        }
    }

    @Test
    void requestsWithoutAThreadEndByThemselves() throws Exception {
        List<Socket> held = new ArrayList<>();
        try {
            for (int i = 0; i < 50; i++) {
                held.add(ask("/hold/async"));
            }
            for (Socket each : held) {
                assertThat(answer(each)).contains("held\n").contains(END).doesNotContain("released");
            }
            Awaiting.until("nothing is held", () -> server.gauge(ASYNC_HOLDS) == 0);
        } finally {
            closeAll(held);
        }
    }

    private static Socket ask(String path) throws IOException {
        Socket socket = RawHttp.connect(LOOPBACK, server.port());
        RawHttp.send(socket, "GET /ceiling" + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        return socket;
    }

    private static String answer(Socket socket) throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    private static void closeAll(List<Socket> sockets) throws IOException {
        for (Socket each : sockets) {
            each.close();
        }
    }
}
