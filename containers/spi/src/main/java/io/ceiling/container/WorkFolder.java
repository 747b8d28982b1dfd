package io.ceiling.container;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/**
 * Folder of one server process for everything that its container writes. The folder of a killed process is deleted by
 * the next one.
 */
final class WorkFolder implements AutoCloseable {

    private static final String WORK = "work";
    private static final LockedFolder.Kind KIND = new LockedFolder.Kind("ceiling-server-", Set.of(WORK));

    private final LockedFolder folder;

    private WorkFolder(LockedFolder folder) {
        this.folder = folder;
    }

    /**
     * Creates an empty and locked folder below the parent; deletes abandoned ones of this user.
     *
     * @throws IOException if the folder cannot be created or locked
     */
    static WorkFolder create(Path parent) throws IOException {
        WorkFolder workFolder = new WorkFolder(LockedFolder.create(parent, KIND));
        Files.createDirectory(workFolder.path());
        // Control-C reaches this process as well as its parent.
        Runtime.getRuntime().addShutdownHook(new Thread(workFolder::close, "ceiling-delete-work-folder"));
        return workFolder;
    }

    /** Returns the folder that the container writes to. */
    Path path() {
        return folder.path().resolve(WORK);
    }

    /** Deletes the folder as far as possible; the next process deletes the rest. */
    @Override
    public void close() {
        try {
            folder.close();
        } catch (IOException | OutOfMemoryError e) {
            // No descriptor or memory is left to list a folder with.
        }
    }
}
