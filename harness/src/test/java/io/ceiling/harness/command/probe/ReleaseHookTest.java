package io.ceiling.harness.command.probe;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.ceiling.harness.engine.control.ControlConnection;
import io.ceiling.harness.scenario.Target;
import io.ceiling.harness.scenario.Workload;
import io.ceiling.harness.workload.Workloads;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ReleaseHookTest {

    private static ControlConnection control(int port) {
        return new ControlConnection(Target.withAddressOnly(
                new Target.Endpoint("127.0.0.1", "127.0.0.1", port, "/ceiling", false, false, List.of()), true));
    }

    static Stream<Arguments> workloads() {
        return Stream.of(
                Arguments.of(
                        List.of(Workloads.HOLD_ASYNC, Workloads.HOLD_BLOCKING), List.of("POST /ceiling/hold/release")),
                Arguments.of(List.of(Workloads.BROADCAST), List.of("POST /ceiling/publisher/stop")),
                Arguments.of(
                        List.of(Workloads.HOLD_ASYNC, Workloads.BROADCAST),
                        List.of("POST /ceiling/hold/release", "POST /ceiling/publisher/stop")),
                Arguments.of(List.of(Workloads.KEEP_ALIVE, Workloads.WEBSOCKET), List.of()),
                Arguments.of(List.of(), List.of()));
    }

    @ParameterizedTest
    @MethodSource("workloads")
    void hasTheServerEndWhatItDoesForUsAndNothingElse(List<Workload> workloads, List<String> orders) throws Exception {
        BlockingQueue<String> asked = new LinkedBlockingQueue<>();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 8);
        server.createContext("/", exchange -> {
            asked.add(exchange.getRequestMethod() + " " + exchange.getRequestURI());
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        server.start();
        try (ControlConnection control = control(server.getAddress().getPort());
                ReleaseHook atExit = new ReleaseHook(control, workloads)) {
            atExit.releaseInTime();

            assertThat(asked).containsExactlyElementsOf(orders);
        } finally {
            server.stop(0);
        }
    }

    /** That it ends is what is demanded. */
    @Test
    @Timeout(60)
    void aServerThatDoesNotAnswerDoesNotKeepTheProcess() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 8, InetAddress.getLoopbackAddress());
                ControlConnection control = control(silent.getLocalPort());
                ReleaseHook atExit = new ReleaseHook(control, List.of(Workloads.HOLD_ASYNC))) {
            long start = System.nanoTime();

            atExit.releaseInTime();

            System.out.printf("given up after %d ms%n", (System.nanoTime() - start) / 1_000_000);
        }
    }
}
