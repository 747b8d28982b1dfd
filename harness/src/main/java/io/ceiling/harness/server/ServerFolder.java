package io.ceiling.harness.server;

import io.ceiling.harness.model.Scenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** Where a server that belongs to no run leaves its log and its gauges: a folder of its own among the temporary files. */
public final class ServerFolder {

    private static final Duration START_TIMEOUT = Duration.ofSeconds(60);

    private final Path folder;

    private ServerFolder(Path folder) {
        this.folder = folder;
    }

    /**
     * Makes it, empty.
     *
     * @param prefix of the folder's name
     */
    public static ServerFolder create(String prefix) throws IOException {
        return new ServerFolder(Files.createTempDirectory(prefix));
    }

    /**
     * Starts a server that logs and counts here, and blocks until it is ready.
     *
     * @throws ServerStartException as {@link ServerProcess#start}, and the message says where the log is
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

    /** To be made before a server is started; counting in it is another package's affair. */
    public Path gauges() {
        return folder.resolve("gauges");
    }

    /** Deletes it, unless the server left something else there, such as the file that tells of a JVM's crash. */
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
