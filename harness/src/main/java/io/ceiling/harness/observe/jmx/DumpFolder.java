package io.ceiling.harness.observe.jmx;

import io.ceiling.harness.os.FileOwner;
import io.ceiling.harness.os.ProcFiles;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** A private folder for a file that a JVM of the same user writes; closing it deletes the folder with its files. */
public final class DumpFolder implements AutoCloseable {

    private static final Path PROC = Path.of("/proc");

    private final ThreadDumper.DumpPlace room;

    private DumpFolder(ThreadDumper.DumpPlace room) {
        this.room = room;
    }

    /**
     * Creates a folder for the JVM of that process, if that sees the same files and belongs to the same user.
     *
     * @param pid process id; negative if the process is not seen
     * @param wanted false for no folder, since too many threads would be written
     */
    public static DumpFolder of(long pid, boolean wanted) {
        if (!wanted) {
            return none("there may be more than %d".formatted(ThreadDumper.MAX_CONNECTIONS));
        }
        Optional<String> why = whyNone(pid);
        if (why.isPresent()) {
            return none(why.get());
        }
        try {
            // No other user can read or enter what this creates.
            return new DumpFolder(new ThreadDumper.DumpPlace(Files.createTempDirectory("ceiling-threads"), ""));
        } catch (IOException e) {
            return none("no temporary folder: " + e.getMessage());
        }
    }

    /** Returns why the JVM of that process cannot write a file that this process reads; empty if it can. */
    public static Optional<String> whyNone(long pid) {
        if (pid < 0) {
            return Optional.of("its process is not seen");
        }
        if (FileOwner.ofProcess(pid) != FileOwner.ofThisProcess()) {
            return Optional.of("its JVM runs as another user");
        }
        if (!ProcFiles.sharesNamespace(PROC, pid, "mnt", false)) {
            return Optional.of("its JVM has files of its own, as in a container");
        }
        return Optional.empty();
    }

    private static DumpFolder none(String why) {
        return new DumpFolder(new ThreadDumper.DumpPlace(null, why));
    }

    public ThreadDumper.DumpPlace room() {
        return room;
    }

    @Override
    public void close() {
        Path folder = room.folder();
        if (folder == null) {
            return;
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                Files.deleteIfExists(file);
            }
            Files.deleteIfExists(folder);
        } catch (IOException e) {
            // It holds nothing that another user could read, and the system clears its temporary files.
        }
    }
}
