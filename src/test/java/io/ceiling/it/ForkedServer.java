package io.ceiling.it;

import io.ceiling.container.ConnectorSettings;
import io.ceiling.container.ContainerSettings;
import io.ceiling.container.Limit;
import io.ceiling.container.RunningSettings;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A server process with the WAR, on a free port of this host. */
final class ForkedServer implements Served, AutoCloseable {

    private static final int MOST_CONNECTIONS = 10_000;

    private final Process process;
    private final RunningSettings running;
    private final Path folder;
    private final Path gauges;
    private final Path log;

    private ForkedServer(Process process, RunningSettings running, Path folder) {
        this.process = process;
        this.running = running;
        this.folder = folder;
        this.gauges = gaugesIn(folder);
        this.log = logIn(folder);
    }

    private static Path gaugesIn(Path folder) {
        return folder.resolve("gauges");
    }

    private static Path logIn(Path folder) {
        return folder.resolve("server.log");
    }

    static ForkedServer start(ServerKind kind, Path war, Path javaHome, int maxThreads, List<String> jvmArguments)
            throws Exception {
        return start(kind, war, javaHome, maxThreads, MOST_CONNECTIONS, List.of(), jvmArguments);
    }

    /** @param around a command that becomes the one that follows it, such as {@code prlimit --nofile=512} */
    static ForkedServer start(
            ServerKind kind,
            Path war,
            Path javaHome,
            int maxThreads,
            int maxConnections,
            List<String> around,
            List<String> jvmArguments)
            throws Exception {
        return start(0, kind, war, javaHome, maxThreads, maxConnections, around, jvmArguments);
    }

    /** On a port that another one had. */
    static ForkedServer startAgain(int port, ServerKind kind, int maxThreads) throws Exception {
        return start(port, kind, kind.war(), kind.javaHome(), maxThreads, MOST_CONNECTIONS, List.of(), List.of());
    }

    private static ForkedServer start(
            int port,
            ServerKind kind,
            Path war,
            Path javaHome,
            int maxThreads,
            int maxConnections,
            List<String> around,
            List<String> jvmArguments)
            throws Exception {
        Path folder = Files.createTempDirectory("ceiling-it");
        Path gauges = Files.write(gaugesIn(folder), new byte[4096]);
        Path log = logIn(folder);
        ContainerSettings settings = new ContainerSettings(
                war,
                "/ceiling",
                port,
                kind.connector(),
                kind.threadKind(),
                ConnectorSettings.DEFAULT
                        .withMaxThreads(Limit.of(maxThreads))
                        .withMaxConnections(Limit.ofNegativeUnlimited(maxConnections)),
                Duration.ZERO);
        List<String> command = new ArrayList<>(around);
        command.add(javaHome.resolve("bin/java").toString());
        // Many short-lived servers: what counts is how soon they are there.
        command.addAll(List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        command.add("-Dceiling.gauges=" + gauges);
        command.addAll(jvmArguments);
        command.addAll(List.of("-cp", kind.classPath(), kind.mainClass()));
        command.addAll(settings.toArguments());
        Process process =
                new ProcessBuilder(command).redirectError(log.toFile()).start();
        try {
            return new ForkedServer(process, awaitReady(process, log), folder);
        } catch (Exception | Error e) {
            process.destroyForcibly().waitFor();
            delete(folder);
            throw e;
        }
    }

    private static RunningSettings awaitReady(Process process, Path log) throws Exception {
        CompletableFuture<RunningSettings> ready = CompletableFuture.supplyAsync(() -> {
            try {
                BufferedReader reader = process.inputReader(StandardCharsets.UTF_8);
                for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                    Optional<RunningSettings> settings = RunningSettings.parse(line);
                    if (settings.isPresent()) {
                        return settings.get();
                    }
                }
                throw new IllegalStateException("server ended before it was ready: " + Files.readString(log));
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });
        return ready.get(90, TimeUnit.SECONDS);
    }

    RunningSettings running() {
        return running;
    }

    @Override
    public int port() {
        return running.port();
    }

    @Override
    public long gauge(int slot) throws IOException {
        return ByteBuffer.wrap(Files.readAllBytes(gauges))
                .order(ByteOrder.LITTLE_ENDIAN)
                .getLong(8 * slot);
    }

    boolean isAlive() {
        return process.isAlive();
    }

    String log() throws IOException {
        return Files.readString(log);
    }

    private static void delete(Path folder) throws IOException {
        Files.deleteIfExists(gaugesIn(folder));
        Files.deleteIfExists(logIn(folder));
        Files.deleteIfExists(folder);
    }

    /** Ends the process the way its parent does: by the end of its standard input. Its log goes with it. */
    @Override
    public void close() throws IOException {
        try {
            process.getOutputStream().close();
            if (!process.waitFor(20, TimeUnit.SECONDS)) {
                throw new IllegalStateException("server outlived its standard input: pid " + process.pid());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            process.destroyForcibly();
            delete(folder);
        }
    }
}
