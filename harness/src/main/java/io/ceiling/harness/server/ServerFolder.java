package io.ceiling.harness.server;

import io.ceiling.container.LockedFolder;
import io.ceiling.harness.scenario.Scenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** A temporary folder for the log and the gauges of a server that belongs to no run. */
public final class ServerFolder {

    private static final Duration START_TIMEOUT = Duration.ofSeconds(60);

    private static final String LOG = "server.log";
    private static final String GAUGES = "gauges";

    private final LockedFolder folder;

    private ServerFolder(LockedFolder folder) {
        this.folder = folder;
    }

    /**
     * Creates an empty folder among the temporary files; deletes those of killed processes.
     *
     * @param prefix beginning of the folder's name
     */
    public static ServerFolder create(String prefix) throws IOException {
        return create(Path.of(System.getProperty("java.io.tmpdir")), prefix);
    }

    static ServerFolder create(Path parent, String prefix) throws IOException {
        return new ServerFolder(LockedFolder.create(parent, new LockedFolder.Kind(prefix, Set.of(LOG, GAUGES))));
    }

    /**
     * Starts a server with its log and gauges in this folder, and blocks until it is ready.
     *
     * @throws ServerStartException as {@link ServerProcess#start}; the message also names the log
     */
    public ServerProcess start(Scenario scenario, ServerFiles files, ServerPlace place) throws InterruptedException {
        try {
            return ServerProcess.start(scenario, files, place, log(), gauges(), List.of(), START_TIMEOUT);
        } catch (ServerStartException e) {
            keep();
            throw new ServerStartException("%s (its log: %s)".formatted(e.getMessage(), log()), e);
        }
    }

    public Path log() {
        return folder.path().resolve(LOG);
    }

    /** Returns the gauges file, which the caller must create before a server is started. */
    public Path gauges() {
        return folder.path().resolve(GAUGES);
    }

    /** Leaves the folder with the server's log for the user. */
    public void keep() {
        try {
            folder.keep();
        } catch (IOException e) {
            // A later start then deletes the folder; the error that follows matters more.
        }
    }

    /** Deletes the folder, unless the server left another file in it, such as the error file of a crashed JVM. */
    public void delete() throws IOException {
        List<String> own = List.of(LOG, GAUGES, LockedFolder.LOCK);
        try (Stream<Path> files = Files.list(folder.path())) {
            if (!files.allMatch(file -> own.contains(file.getFileName().toString()))) {
                folder.keep();
                return;
            }
        }
        folder.close();
    }
}
