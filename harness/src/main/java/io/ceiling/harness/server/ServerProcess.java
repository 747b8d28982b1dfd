package io.ceiling.harness.server;

import io.ceiling.container.RunningSettings;
import io.ceiling.harness.model.Scenario;
import io.ceiling.harness.process.Children;
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
    private final List<String> command;
    private final RunningSettings running;
    private final Path log;
    private final Path errorFile;

    private ServerProcess(Process process, List<String> command, RunningSettings running, Path log, Path errorFile) {
        this.process = process;
        this.command = command;
        this.running = running;
        this.log = log;
        this.errorFile = errorFile;
    }

    /**
     * Starts the server of a scenario and blocks until it is ready.
     *
     * @param log file to which the server's log is appended
     * @param gauges file in which the web application counts
     * @param timeout time limit of the start
     * @throws ServerStartException if the server ends, or is not ready in time; its process is gone then
     */
    public static ServerProcess start(
            Scenario scenario, ServerFiles files, Place place, Path log, Path gauges, Duration timeout)
            throws InterruptedException {
        Path errorFile = log.resolveSibling(log.getFileName() + ".hs_err");
        List<String> command = ServerCommand.of(scenario, files, place, gauges, errorFile);
        Process process;
        try {
            ProcessBuilder builder =
                    new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()));
            // The message "Too many open files" comes from the C library, which would translate it.
            builder.environment().put("LC_ALL", "C.UTF-8");
            process = Children.start(builder);
        } catch (IOException e) {
            throw new ServerStartException(
                    "%s: cannot start the server process: %s".formatted(scenario.name(), e.getMessage()), e);
        }
        boolean ready = false;
        try {
            RunningSettings running = awaitReady(process, scenario, log, timeout);
            ready = true;
            return new ServerProcess(process, command, running, log, errorFile);
        } finally {
            if (!ready) {
                process.destroyForcibly().waitFor();
            }
        }
    }

    private static RunningSettings awaitReady(Process process, Scenario scenario, Path log, Duration timeout)
            throws InterruptedException {
        CompletableFuture<Optional<RunningSettings>> ready = new CompletableFuture<>();
        Thread reader = new Thread(() -> readOutput(process, ready), "server-output-" + process.pid());
        reader.setDaemon(true);
        reader.start();
        try {
            Optional<RunningSettings> running = ready.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
            if (running.isPresent()) {
                return running.get();
            }
            int exitCode = process.waitFor();
            throw new ServerStartException("%s: server ended with exit code %d before it was ready: %s"
                    .formatted(scenario.name(), exitCode, lastLine(log)));
        } catch (TimeoutException e) {
            throw new ServerStartException(
                    "%s: server not ready within %d s (pid %d); see %s"
                            .formatted(scenario.name(), timeout.toSeconds(), process.pid(), log.getFileName()),
                    e);
        } catch (ExecutionException e) {
            throw new ServerStartException("%s: cannot read the server's output".formatted(scenario.name()), e);
        }
    }

    /** Reads the output to its end, so that a server that prints never blocks. */
    private static void readOutput(Process process, CompletableFuture<Optional<RunningSettings>> ready) {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            String line = lines.readLine();
            while (line != null) {
                RunningSettings.parse(line).ifPresent(settings -> ready.complete(Optional.of(settings)));
                line = lines.readLine();
            }
            ready.complete(Optional.empty());
        } catch (IOException | RuntimeException e) {
            ready.completeExceptionally(e);
        }
    }

    private static String lastLine(Path log) {
        try {
            List<String> lines = Files.readAllLines(log, StandardCharsets.UTF_8);
            return lines.isEmpty() ? "no output" : lines.get(lines.size() - 1);
        } catch (IOException e) {
            return "its log cannot be read: " + e.getMessage();
        }
    }

    /** Returns the settings that the server reports. */
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

    /** Stops the server and blocks until it is gone. A server that has not ended after one second is killed. */
    @Override
    public void close() {
        close(PATIENCE_AT_STOP);
    }

    /**
     * Stops the server and blocks until it is gone.
     *
     * @param patience time after which the server is killed
     */
    void close(Duration patience) {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            // The server closed its end first, because it is ending.
        }
        boolean interrupted = false;
        try {
            if (!process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
