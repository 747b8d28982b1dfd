package io.ceiling.harness.server;

import io.ceiling.harness.model.Scenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** A temporary folder for the log and the gauges of a server that belongs to no run. */
public final class ServerFolder {

    private static final Duration START_TIMEOUT = Duration.ofSeconds(60);

    private final Path folder;

    private ServerFolder(Path folder) {
        this.folder = folder;
    }

    /**
     * Creates an empty folder.
     *
     * @param prefix beginning of the folder's name
     */
    public static ServerFolder create(String prefix) throws IOException {
        return new ServerFolder(Files.createTempDirectory(prefix));
    }

    /**
     * Starts a server with its log and gauges in this folder, and blocks until it is ready.
     *
     * @throws ServerStartException as {@link ServerProcess#start}; the message also names the log
     */
    public ServerProcess start(Scenario scenario, ServerFiles files, Place place) throws InterruptedException {
        try {
            return ServerProcess.start(scenario, files, place, log(), gauges(), START_TIMEOUT);
        } catch (ServerStartException e) {
            throw new ServerStartException("%s (its log: %s)".formatted(e.getMessage(), log()), e);
        }
    }

    public Path log() {
        return folder.resolve("server.log");
    }

    /** Returns the gauges file, which the caller must create before a server is started. */
    public Path gauges() {
        return folder.resolve("gauges");
    }

    /** Deletes the folder, unless the server left another file in it, such as the error file of a crashed JVM. */
    public void delete() throws IOException {
        List<Path> own = List.of(log(), gauges());
        try (Stream<Path> files = Files.list(folder)) {
            if (!own.containsAll(files.toList())) {
                return;
            }
        }
        for (Path file : own) {
            Files.deleteIfExists(file);
        }
        Files.delete(folder);
    }
}
