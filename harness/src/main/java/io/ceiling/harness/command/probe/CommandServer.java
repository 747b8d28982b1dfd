package io.ceiling.harness.command.probe;

import io.ceiling.harness.os.AttachFiles;
import io.ceiling.harness.os.Children;
import io.ceiling.harness.server.CappedLog;
import io.ceiling.harness.server.LogLines;
import io.ceiling.harness.server.ServerStartException;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A server of any platform, started by a command line of the user. Closing it ends the server with everything that the
 * command started in its session; so does the end of this process, even if it is killed.
 */
final class CommandServer implements AutoCloseable {

    // Shell text that runs its first argument as a command in a session of its own, with the file of its second
    // argument for the output, and prints its exit code. This process holds the input open. At its end, the whole
    // session gets SIGTERM, and SIGKILL after the tenths of a second of the third argument. This ends processes that
    // outlive the command, too. If none does, no signal is sent later, when the number may belong to another process.
    // At the end of the input it removes the output and ends. It has a session of its own, so that signals of a
    // terminal reach only this process: stopped by Ctrl-Z, it would not see the end of its input.
    private static final String SUPERVISE =
            """
            exec 3<&0
            setsid /bin/sh -c "$1" 3<&- < /dev/null >> "$2" 2>&1 & session=$!
            trap '' HUP INT TERM PIPE
            {
              cat <&3 > /dev/null
              kill -TERM $session -$session
              tenths=$3
              while [ $tenths -gt 0 ] && kill -0 -$session; do sleep 0.1; tenths=$((tenths - 1)); done
              kill -KILL -$session
            } 2> /dev/null & ending=$!
            wait $session
            echo $?
            kill -0 -$session 2> /dev/null || kill -KILL $ending
            wait $ending
            cat <&3 > /dev/null
            rm -f "$2"
            """;

    private static final Duration GRACE = Duration.ofSeconds(5);
    private static final int POLL_MILLIS = 20;
    private static final int CONNECT_MILLIS = 1_000;
    // Time for all that the supervising shell does at the end.
    private static final Duration PATIENCE_AT_END = Duration.ofSeconds(10);

    private final Process supervisor;
    private final Path log;
    private final CappedLog cap;
    // The exit code of the command, as the supervisor prints it.
    private final CompletableFuture<String> exitCode;

    private CommandServer(Process supervisor, Path log) {
        this.supervisor = supervisor;
        this.log = log;
        this.cap = CappedLog.of(log);
        this.exitCode = new CompletableFuture<>();
        Thread reader = new Thread(() -> exitCode.complete(printed(supervisor)), "exit-code-of-command");
        reader.setDaemon(true);
        reader.start();
    }

    private static String printed(Process supervisor) {
        try (BufferedReader lines = supervisor.inputReader()) {
            return String.valueOf(lines.readLine());
        } catch (IOException e) {
            return "unknown";
        }
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
        return start(command, listening, timeout, GRACE);
    }

    /** @param grace time that the session is given to end before it is killed */
    static CommandServer start(String command, InetSocketAddress listening, Duration timeout, Duration grace)
            throws InterruptedException {
        requireOfThisHost(listening);
        if (takesConnections(listening)) {
            throw new ServerStartException(
                    "--command: %s:%d must be free for the server that it starts, but something listens there. Hint: end that, or probe it without --command"
                            .formatted(listening.getHostString(), listening.getPort()));
        }
        CommandServer server = of(command, grace);
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

    private static void requireOfThisHost(InetSocketAddress listening) {
        try {
            if (NetworkInterface.getByInetAddress(listening.getAddress()) == null) {
                throw new ServerStartException("--command starts a server on this host, which has no address %s"
                        .formatted(listening.getHostString()));
            }
        } catch (SocketException e) {
            throw new ServerStartException("the addresses of this host cannot be read: " + e.getMessage(), e);
        }
    }

    private static CommandServer of(String command, Duration grace) {
        try {
            // Readable for its owner alone.
            Path log = Files.createTempFile("ceiling-command", ".log");
            return new CommandServer(
                    Children.start(new ProcessBuilder(
                                    "setsid",
                                    "/bin/sh",
                                    "-c",
                                    SUPERVISE,
                                    "ceiling",
                                    command,
                                    log.toString(),
                                    Long.toString(grace.toMillis() / 100))
                            .redirectError(ProcessBuilder.Redirect.DISCARD)),
                    log);
        } catch (IOException e) {
            throw new ServerStartException("--command cannot be started: " + e.getMessage(), e);
        }
    }

    private void awaitPort(InetSocketAddress listening, Duration timeout) throws InterruptedException {
        long end = System.nanoTime() + timeout.toNanos();
        while (!takesConnections(listening)) {
            if (endsIn(POLL_MILLIS)) {
                throw new ServerStartException("--command ended with exit code %s before %s:%d took connections: %s"
                        .formatted(
                                exitCode.join(), listening.getHostString(), listening.getPort(), LogLines.reason(log)));
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
            // A client whose own port happens to be that port connects to itself.
            return socket.getLocalPort() != listening.getPort();
        } catch (IOException e) {
            return false;
        }
    }

    /** Returns how the command ended, with the reason in its output; empty while it runs. */
    public Optional<String> exitDescription() {
        return exitCode.isDone()
                ? Optional.of("--command ended with exit code %s: %s".formatted(exitCode.join(), LogLines.reason(log)))
                : Optional.empty();
    }

    /**
     * Copies the output so far.
     *
     * @param file new file
     */
    public void copyLog(Path file) throws IOException {
        Files.copy(log, file);
    }

    /** Returns the last line of the output so far. */
    public String lastLine() {
        return LogLines.last(log);
    }

    private boolean endsIn(int millis) throws InterruptedException {
        try {
            String ignored = exitCode.get(millis, TimeUnit.MILLISECONDS);
            return true;
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } catch (TimeoutException e) {
            return false;
        }
    }

    /** Ends the command's session, and blocks until it is gone. */
    @Override
    public void close() {
        cap.close();
        List<ProcessHandle> started = supervisor.descendants().toList();
        try {
            supervisor.getOutputStream().close();
        } catch (IOException e) {
            // The supervisor is gone.
        }
        try {
            if (!supervisor.waitFor(PATIENCE_AT_END.toMillis(), TimeUnit.MILLISECONDS)) {
                supervisor.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        started.stream().filter(process -> !process.isAlive()).forEach(process -> AttachFiles.deleteOf(process.pid()));
        try {
            Files.deleteIfExists(log);
        } catch (IOException e) {
            // The supervisor removes it, too.
        }
    }
}
