package io.ceiling.jmh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ceiling.harness.container.ContainerVariant;
import io.ceiling.jmh.client.Loopback;
import java.io.Closeable;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs that come to a bad end. */
class FailureIT {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir
    Path folder;

    @Test
    void nothingIsLeftWhenBenchmarksAreKilled() throws Exception {
        Process jmh = start("WebSocketBenchmark", "-f", "1", "-wi", "0", "-i", "1", "-r", "60s");
        List<ProcessHandle> all = List.of();
        try {
            await(() -> !Benchmarks.serversIn(log()).isEmpty());
            all = jmh.descendants().toList();
            ProcessHandle server =
                    ProcessHandle.of(Benchmarks.serversIn(log()).get(0)).orElseThrow();
            assertThat(all).contains(server);

            jmh.destroyForcibly().waitFor();
            all.stream().filter(child -> !child.equals(server)).forEach(ProcessHandle::destroyForcibly);

            await(() -> !server.isAlive());
        } finally {
            jmh.destroyForcibly();
            all.forEach(ProcessHandle::destroyForcibly);
            removeSockets();
        }
    }

    @Test
    void aServerThatGoesAwayFailsTheRun() throws Exception {
        Process jmh = start("WebSocketBenchmark", "-f", "1", "-wi", "0", "-i", "1", "-r", "60s", "-foe", "true");
        try {
            await(() -> !Benchmarks.serversIn(log()).isEmpty());
            ProcessHandle.of(Benchmarks.serversIn(log()).get(0)).orElseThrow().destroyForcibly();

            assertThat(jmh.waitFor()).isEqualTo(1);
            assertThat(Files.readString(log())).contains("<failure>");
        } finally {
            jmh.descendants().forEach(ProcessHandle::destroyForcibly);
            jmh.destroyForcibly();
            removeSockets();
        }
    }

    /** Of the servers, which are killed and not ended here. */
    private void removeSockets() throws IOException {
        for (long server : Benchmarks.serversIn(log())) {
            Benchmarks.removeSocketOf(server);
        }
    }

    @Test
    void aServerWhoseClientsCannotConnectIsEnded() {
        Refused state = new Refused();

        assertThatThrownBy(() -> state.startServer(false))
                .isInstanceOf(IOException.class)
                .hasMessage("refused");

        assertThat(state.client.closed).isTrue();
        assertThatThrownBy(() -> Loopback.connect(state.port)).isInstanceOf(ConnectException.class);
    }

    /** Connects its first client and not its second one. */
    private static final class Refused extends ServerState {

        private final Client client = new Client();
        private int port;

        @Override
        ServerSpec spec() {
            return ServerSpec.of("tomcat-nio-platform", "default");
        }

        @Override
        void connect(int port) throws IOException {
            this.port = port;
            closeAtEnd(client);
            throw new IOException("refused");
        }

        @Override
        int operation() {
            return 0;
        }
    }

    private static final class Client implements Closeable {
        private boolean closed;

        @Override
        public void close() {
            closed = true;
        }
    }

    @Test
    void aBadParameterIsOneLineAndNothingIsStarted() throws Exception {
        Process jmh = start("RequestBenchmark", "-p", "server=iis");

        assertThat(jmh.waitFor()).isEqualTo(2);
        assertThat(Files.readAllLines(log()))
                .containsExactly("benchmarks: server must be one of %s, was 'iis'"
                        .formatted(String.join(", ", ContainerVariant.labels())));
    }

    private Process start(String benchmark, String... arguments) throws Exception {
        List<String> all = new ArrayList<>(List.of(benchmark));
        all.addAll(List.of(arguments));
        if (!all.contains("-p")) {
            all.addAll(List.of("-p", "server=tomcat-nio-platform"));
        }
        return Benchmarks.start(log(), all);
    }

    private Path log() {
        return folder.resolve("log");
    }

    private interface Condition {
        boolean holds() throws Exception;
    }

    private static void await(Condition condition) throws Exception {
        long begin = System.nanoTime();
        while (!condition.holds()) {
            assertThat(System.nanoTime() - begin).as("nanoseconds waited").isLessThan(PATIENCE.toNanos());
            LockSupport.parkNanos(10_000_000);
        }
    }
}
