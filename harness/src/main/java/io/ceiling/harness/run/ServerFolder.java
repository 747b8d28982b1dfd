package io.ceiling.harness.run;

import io.ceiling.harness.probe.GaugesFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Where a server that belongs to no run leaves its log and its gauges: a folder of its own among the temporary files. */
public final class ServerFolder {

    private final Path folder;

    private ServerFolder(Path folder) {
        this.folder = folder;
    }

    /**
     * Makes it, the gauges cleared.
     *
     * @param prefix of the folder's name
     */
    public static ServerFolder create(String prefix) throws IOException {
        ServerFolder made = new ServerFolder(Files.createTempDirectory(prefix));
        GaugesFile.create(made.gauges());
        return made;
    }

    public Path log() {
        return folder.resolve("server.log");
    }

    public Path gauges() {
        return folder.resolve("gauges");
    }

    /** Deletes it, if the server left nothing else there, such as the file that tells of a JVM's crash. */
    public void delete() throws IOException {
        for (Path file : List.of(log(), gauges())) {
            Files.deleteIfExists(file);
        }
        Files.deleteIfExists(folder);
    }
}
