package io.ceiling.harness.server;

import io.ceiling.container.RunningSettings;
import io.ceiling.harness.os.AttachFiles;
import io.ceiling.harness.os.Children;
import io.ceiling.harness.os.JvmVariables;
import io.ceiling.harness.scenario.Scenario;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A forked server JVM. It ends whenever this process ends, even if it is killed: it ends when its standard input does, and
 * the kernel kills it where it can ({@link Children}).
 *
 * <p>Not thread-safe, except {@link #exitCode}.
 */
public final class ServerProcess implements AutoCloseable {

    private static final Duration PATIENCE_AT_STOP = Duration.ofSeconds(1);

    private final Process process;
    private final Output output;
    private final List<String> command;
    private final RunningSettings running;
    private final Path log;
    private final CappedLog cap;
    private final Path errorFile;

    private ServerProcess(
            Process process, Output output, List<String> command, RunningSettings running, Path log, CappedLog cap) {
        this.process = process;
        this.output = output;
        this.command = command;
        this.running = running;
        this.log = log;
        this.cap = cap;
        this.errorFile = errorFile(log);
    }

    /**
     * Starts the server of a scenario and blocks until it is ready.
     *
     * @param log file to which the server's log is appended
     * @param gauges file in which the web application counts
     * @param ofThisServer further JVM options of this one server, such as those of an archive of classes
     * @param timeout time limit of the start
     * @throws ServerStartException if the server ends, or is not ready in time; its process is gone then
     */
    public static ServerProcess start(
            Scenario scenario,
            ServerFiles files,
            ServerPlace place,
            Path log,
            Path gauges,
            List<String> ofThisServer,
            Duration timeout)
            throws InterruptedException {
        Path errorFile = errorFile(log);
        List<String> command = ServerCommand.of(scenario, files, place, gauges, errorFile, ofThisServer);
        Process process;
        try {
            ProcessBuilder builder =
                    new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()));
            // The message "Too many open files" comes from the C library, which would translate it.
            builder.environment().put("LC_ALL", "C.UTF-8");
            JvmVariables.removeFrom(builder.environment());
            process = Children.start(builder);
        } catch (IOException e) {
            throw new ServerStartException("cannot start the server process: " + e.getMessage(), e);
        }
        CappedLog cap = CappedLog.of(log);
        boolean ready = false;
        try {
            Output output = Output.of(process);
            RunningSettings running = awaitReady(process, output, log, timeout);
            ready = true;
            return new ServerProcess(process, output, command, running, log, cap);
        } finally {
            if (!ready) {
                cap.close();
                process.destroyForcibly().waitFor();
            }
        }
    }

    private static RunningSettings awaitReady(Process process, Output output, Path log, Duration timeout)
            throws InterruptedException {
        try {
            Optional<RunningSettings> running = output.ready.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
            if (running.isPresent()) {
                return running.get();
            }
            int exitCode = process.waitFor();
            throw new ServerStartException("the server ended with exit code %d before it was ready: %s"
                    .formatted(exitCode, LogLines.last(log)));
        } catch (TimeoutException e) {
            throw new ServerStartException(
                    "the server was not ready within %d s (pid %d); see %s"
                            .formatted(timeout.toSeconds(), process.pid(), log.getFileName()),
                    e);
        } catch (ExecutionException e) {
            throw new ServerStartException("cannot read the server's output", e);
        }
    }

    /**
     * Starts the user's application, which is a server by itself, and blocks until its port takes connections. Its
     * output is its log.
     *
     * @param log file to which the application's output is appended
     * @param timeout time limit of the start
     * @return the process with the settings that are known without asking it: pid and port
     * @throws ServerStartException if the application ends, or opens no port in time; its process is gone then
     */
    public static ServerProcess startApplication(Scenario scenario, ServerFiles files, Path log, Duration timeout)
            throws InterruptedException {
        CappedLog cap = CappedLog.of(log);
        boolean ready = false;
        try {
            ApplicationStart start = ApplicationStart.of(scenario, files, log, errorFile(log), timeout);
            ready = true;
            return new ServerProcess(
                    start.process(), Output.untilExit(start.process()), start.command(), start.known(), log, cap);
        } finally {
            if (!ready) {
                cap.close();
            }
        }
    }

    private static Path errorFile(Path log) {
        return log.resolveSibling(log.getFileName() + ".hs_err");
    }

    // The output of a server, which a thread of its own reads to its end, so that a server that prints never blocks.
    private static final class Output {

        private final CompletableFuture<Optional<RunningSettings>> ready = new CompletableFuture<>();
        private final CompletableFuture<Boolean> ended = new CompletableFuture<>();
        private final boolean isFile;

        private Output(boolean isFile) {
            this.isFile = isFile;
        }

        static Output of(Process process) {
            Output output = new Output(false);
            Thread reader = new Thread(() -> output.read(process), "server-output-" + process.pid());
            reader.setDaemon(true);
            reader.start();
            return output;
        }

        /** Returns the output of a process that writes it to a file: it ends with the process. */
        static Output untilExit(Process process) {
            Output output = new Output(true);
            var ignored = process.onExit().thenRun(() -> output.ended.complete(true));
            return output;
        }

        private void read(Process process) {
            try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
                String line = lines.readLine();
                while (line != null) {
                    RunningSettings.parse(line).ifPresent(settings -> ready.complete(Optional.of(settings)));
                    line = lines.readLine();
                }
                ready.complete(Optional.empty());
            } catch (IOException | RuntimeException e) {
                ready.completeExceptionally(e);
            } finally {
                ended.complete(true);
            }
        }

        /** Waits until the server has closed its output, or is gone. */
        void awaitEnd(Duration patience) throws InterruptedException {
            try {
                boolean ignored = ended.get(patience.toMillis(), TimeUnit.MILLISECONDS);
            } catch (ExecutionException | TimeoutException e) {
                // A server that keeps its output open is killed like any other.
            }
        }
    }

    public RunningSettings running() {
        return running;
    }

    /** Returns the command line, including JVM options. */
    public List<String> command() {
        return command;
    }

    public long pid() {
        return process.pid();
    }

    public Path log() {
        return log;
    }

    /** Returns the exit code; empty while the server runs. Thread-safe. */
    public OptionalInt exitCode() {
        return process.isAlive() ? OptionalInt.empty() : OptionalInt.of(process.exitValue());
    }

    /** Returns the file to which the JVM writes its fatal error log if it crashes. */
    public Path errorFile() {
        return errorFile;
    }

    /** Returns true if the JVM has written a fatal error log. */
    public boolean crashed() {
        return Files.exists(errorFile);
    }

    /**
     * Stops the server and blocks until it is gone. A server that has not ended its output after one second is killed,
     * and so is one that has: all that is left for it to do is to wait 0.3 s for its threads.
     */
    @Override
    public void close() {
        endInput();
        if (output.isFile) {
            // An application does not watch its input.
            process.destroy();
        }
        boolean interrupted = false;
        try {
            output.awaitEnd(PATIENCE_AT_STOP);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        kill();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Lets the server end by itself, and blocks until it is gone.
     *
     * @param patience time after which the server is killed
     * @throws IOException if it had to be killed, or its exit code is not 0
     */
    public void end(Duration patience) throws IOException, InterruptedException {
        endInput();
        try {
            if (!process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new IOException("server %d did not end within %d s".formatted(pid(), patience.toSeconds()));
            }
            if (process.exitValue() != 0) {
                throw new IOException("server %d ended with exit code %d".formatted(pid(), process.exitValue()));
            }
        } finally {
            kill();
        }
    }

    private void endInput() {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            // The server closed its end first, because it is ending.
        }
    }

    private void kill() {
        try {
            process.destroyForcibly().waitFor();
        } catch (InterruptedException e) {
            // The process is killed; only waiting for its end was interrupted.
            Thread.currentThread().interrupt();
        }
        cap.close();
        AttachFiles.deleteOf(pid());
    }
}
