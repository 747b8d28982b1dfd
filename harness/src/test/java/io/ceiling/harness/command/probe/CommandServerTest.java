package io.ceiling.harness.command.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ceiling.harness.server.ServerStartException;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class CommandServerTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** A program that listens on the port in its argument until it is ended. */
    static final class Listener {

        private Listener() {}

        public static void main(String[] arguments) throws Exception {
            System.out.println("listening on " + arguments[0]);
            try (ServerSocket listening =
                    new ServerSocket(Integer.parseInt(arguments[0]), 50, InetAddress.getLoopbackAddress())) {
                while (true) {
                    listening.accept().close();
                }
            }
        }
    }

    private static InetSocketAddress free() throws IOException {
        try (ServerSocket any = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return new InetSocketAddress(InetAddress.getLoopbackAddress(), any.getLocalPort());
        }
    }

    private static String listener(InetSocketAddress at) {
        return "'%s' -cp '%s' '%s' %d"
                .formatted(
                        Path.of(System.getProperty("java.home"), "bin", "java"),
                        System.getProperty("java.class.path"),
                        Listener.class.getName(),
                        at.getPort());
    }

    private static boolean takesConnections(InetSocketAddress at) {
        try (Socket socket = new Socket(at.getAddress(), at.getPort())) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void theServerTakesConnectionsUntilItIsClosedAlsoIfTheShellHasForkedIt(@TempDir Path folder) throws Exception {
        InetSocketAddress at = free();
        try (CommandServer server = CommandServer.start(listener(at) + " & wait", at, PATIENCE)) {
            assertThat(takesConnections(at)).isTrue();
            assertThat(server.exitDescription()).isEmpty();
            server.copyLog(folder.resolve("server.log"));
        }

        assertThat(takesConnections(at)).isFalse();
        assertThat(Files.readString(folder.resolve("server.log")))
                .isEqualTo("listening on %d\n".formatted(at.getPort()));
    }

    @Test
    void whatOutlivesTheCommandIsEndedToo(@TempDir Path folder) throws Exception {
        InetSocketAddress at = free();
        Path pid = folder.resolve("pid");

        assertThatThrownBy(() -> CommandServer.start(
                        "(trap '' TERM; sleep 600) & echo $! > '%s'; exit 3".formatted(pid),
                        at,
                        PATIENCE,
                        Duration.ofMillis(500)))
                .hasMessageContaining("ended with exit code 3");

        // It is killed; the system removes it in its own time.
        Optional<ProcessHandle> outlived =
                ProcessHandle.of(Long.parseLong(Files.readString(pid).strip()));
        if (outlived.isPresent()) {
            assertThat(outlived.get().onExit()).succeedsWithin(PATIENCE);
        }
    }

    /** Starts the command of its arguments, says so, and waits until it is killed. */
    static final class Harness {

        private Harness() {}

        public static void main(String[] arguments) throws Exception {
            InetSocketAddress at =
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(arguments[1]));
            try (CommandServer server = CommandServer.start(arguments[0], at, PATIENCE)) {
                System.out.println("started");
                while (server.exitDescription().isEmpty()) {
                    LockSupport.park();
                }
            }
        }
    }

    /** Ctrl-Z stops the process group of the harness. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void theServerEndsWithAKilledHarnessWhoseGroupWasStopped() throws Exception {
        InetSocketAddress at = free();
        Process harness = new ProcessBuilder(
                        "setsid",
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx32m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Harness.class.getName(),
                        listener(at),
                        Integer.toString(at.getPort()))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader lines = harness.inputReader()) {
            assertThat(lines.readLine()).isEqualTo("started");
            assertThat(new ProcessBuilder("kill", "-STOP", "--", "-" + harness.pid())
                            .start()
                            .waitFor())
                    .isZero();
            Path state = Path.of("/proc", Long.toString(harness.pid()), "stat");
            while (!Files.readString(state).contains(") T")) {
                LockSupport.parkNanos(10_000_000);
            }

            harness.destroyForcibly().waitFor();

            while (takesConnections(at)) {
                LockSupport.parkNanos(10_000_000);
            }
        } finally {
            harness.destroyForcibly();
        }
    }

    @Test
    void anAddressOfAnotherHostIsRefused() {
        assertThatThrownBy(() -> CommandServer.start("true", new InetSocketAddress("192.0.2.7", 80), PATIENCE))
                .isInstanceOf(ServerStartException.class)
                .hasMessage("--command starts a server on this host, which has no address 192.0.2.7");
    }

    @Test
    void aCommandThatEndsSaysItsExitCodeAndItsLastLine() throws Exception {
        InetSocketAddress at = free();

        assertThatThrownBy(() -> CommandServer.start("echo no such configuration >&2; exit 7", at, PATIENCE))
                .isInstanceOf(ServerStartException.class)
                .hasMessage("--command ended with exit code 7 before %s:%d took connections: no such configuration"
                        .formatted(at.getHostString(), at.getPort()));
    }

    @Test
    void aPortThatStaysClosedIsNamedAndTheCommandEnded(@TempDir Path folder) throws Exception {
        InetSocketAddress at = free();
        Path pid = folder.resolve("pid");

        assertThatThrownBy(() -> CommandServer.start(
                        "echo $$ > '%s'; echo elsewhere; exec sleep 600".formatted(pid), at, Duration.ofSeconds(1)))
                .isInstanceOf(ServerStartException.class)
                .hasMessageContaining(":%d within 1 s: elsewhere. Hint: ".formatted(at.getPort()));
        assertThat(ProcessHandle.of(Long.parseLong(Files.readString(pid).strip()))
                        .filter(ProcessHandle::isAlive))
                .isEmpty();
    }

    @Test
    void aPortThatIsTakenIsRefusedBeforeTheCommandIsStarted(@TempDir Path folder) throws Exception {
        Path started = folder.resolve("started");
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            InetSocketAddress at = new InetSocketAddress(InetAddress.getLoopbackAddress(), taken.getLocalPort());

            assertThatThrownBy(() -> CommandServer.start("touch '%s'".formatted(started), at, PATIENCE))
                    .isInstanceOf(ServerStartException.class)
                    .hasMessageContaining("must be free for the server that it starts");
        }
        assertThat(started).doesNotExist();
    }
}
