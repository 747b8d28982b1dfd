package io.ceiling.harness.server;

import io.ceiling.harness.process.Children;
import io.ceiling.harness.process.ProcessTree;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A server that the user's own command line starts, whatever it is written in. Closing it ends the server with
 * everything that the command started; so does the end of this process.
 */
public final class CommandServer implements AutoCloseable {

    private static final int POLL_MILLIS = 20;
    private static final int CONNECT_MILLIS = 1_000;
    /** Time to end after SIGTERM, before it is killed. */
    private static final Duration PATIENCE_AT_END = Duration.ofSeconds(5);

    private final Process process;
    private final ProcessTree tree;
    private final Path log;
    private final Thread hook = new Thread(this::end, "end-command-server");

    private CommandServer(Process process, Path log) {
        this.process = process;
        this.tree = new ProcessTree(process);
        this.log = log;
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /**
     * Starts the command line in a shell, and blocks until its server takes connections.
     *
     * @param command line for {@code /bin/sh}
     * @param listening address at which the server must listen; nothing may listen there before
     * @param timeout time limit of the start
     * @throws ServerStartException if something listens already, the command ends, or nothing listens in time; the
     *     command is gone then
     */
    public static CommandServer start(String command, InetSocketAddress listening, Duration timeout)
            throws InterruptedException {
        if (takesConnections(listening)) {
            throw new ServerStartException(
                    "--command: %s:%d must be free for the server that it starts, but something listens there. Hint: end that, or probe it without --command"
                            .formatted(listening.getHostString(), listening.getPort()));
        }
        CommandServer server = of(command);
        boolean ready = false;
        try {
            server.awaitPort(listening, timeout);
            ready = true;
            return server;
        } finally {
            if (!ready) {
                server.close();
            }
        }
    }

    private static CommandServer of(String command) {
        try {
            // Readable for its owner alone.
            Path log = Files.createTempFile("ceiling-command", ".log");
            try {
                Process process = Children.start(
                        new ProcessBuilder("/bin/sh", "-c", Children.BECOME, "ceiling", "/bin/sh", "-c", command)
                                .redirectErrorStream(true)
                                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile())));
                return new CommandServer(process, log);
            } catch (IOException e) {
                Files.deleteIfExists(log);
                throw e;
            }
        } catch (IOException e) {
            throw new ServerStartException("--command cannot be started: " + e.getMessage(), e);
        }
    }

    private void awaitPort(InetSocketAddress listening, Duration timeout) throws InterruptedException {
        long end = System.nanoTime() + timeout.toNanos();
        while (!takesConnections(listening)) {
            if (process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
                throw new ServerStartException("--command ended with exit code %d before %s:%d took connections: %s"
                        .formatted(
                                process.exitValue(),
                                listening.getHostString(),
                                listening.getPort(),
                                LogLines.reason(log)));
            }
            if (System.nanoTime() - end > 0) {
                throw new ServerStartException(
                        "--command: nothing took connections at %s:%d within %d s: %s. Hint: the URL must be where the server listens"
                                .formatted(
                                        listening.getHostString(),
                                        listening.getPort(),
                                        timeout.toSeconds(),
                                        LogLines.last(log)));
            }
        }
    }

    private static boolean takesConnections(InetSocketAddress listening) {
        try (Socket socket = new Socket()) {
            socket.connect(listening, CONNECT_MILLIS);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Returns how the command ended, with the reason in its output; empty while it runs. */
    public Optional<String> ended() {
        return process.isAlive()
                ? Optional.empty()
                : Optional.of(
                        "--command ended with exit code %d: %s".formatted(process.exitValue(), LogLines.reason(log)));
    }

    /**
     * Copies the output so far.
     *
     * @param file new file
     */
    public void copyLog(Path file) throws IOException {
        Files.copy(log, file);
    }

    private void end() {
        tree.end(PATIENCE_AT_END);
        try {
            Files.deleteIfExists(log);
        } catch (IOException e) {
            // A file of the user in the temporary folder, which the next start of the host removes.
        }
    }

    @Override
    public void close() {
        end();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The JVM is shutting down, and the hook does the same.
        }
    }
}
