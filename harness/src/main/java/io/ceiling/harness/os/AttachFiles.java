package io.ceiling.harness.os;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;

/**
 * The files through which one process attaches to the JVM in another. A JVM removes its socket when it ends, but a
 * killed JVM cannot. Thread-safe.
 */
public final class AttachFiles {

    // Always the folder of the system, regardless of java.io.tmpdir of either process.
    private static final Path FOLDER = Path.of("/tmp");

    private static final int KIND = 0170000;
    private static final int SOCKET = 0140000;
    private static final int REGULAR = 0100000;

    private AttachFiles() {}

    /**
     * Deletes the files of a process that was killed and is gone, as far as they belong to the user of this process.
     *
     * @param pid number of a child of this process; a process of the same number that is started later may make new ones
     */
    public static void deleteOf(long pid) {
        deleteOf(pid, FOLDER);
    }

    static void deleteOf(long pid, Path folder) {
        delete(folder.resolve(".java_pid" + pid), SOCKET);
        // The attaching process deletes its request, unless it was killed as well.
        delete(folder.resolve(".attach_pid" + pid), REGULAR);
        // Children have the working directory of this process, where the request is made first.
        delete(Path.of(".attach_pid" + pid).toAbsolutePath(), REGULAR);
    }

    private static void delete(Path file, int kind) {
        try {
            Map<String, Object> found = Files.readAttributes(file, "unix:mode,owner", LinkOption.NOFOLLOW_LINKS);
            if (found.get("mode") instanceof Integer mode
                    && (mode & KIND) == kind
                    && String.valueOf(found.get("owner")).equals(System.getProperty("user.name"))) {
                Files.delete(file);
            }
        } catch (IOException | UnsupportedOperationException e) {
            // Usually there is no such file, and one that stays is empty.
        }
    }
}
