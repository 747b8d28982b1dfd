package io.ceiling.harness.run.anatomy;

import io.ceiling.harness.model.anatomy.HeldObjects;
import io.ceiling.harness.probe.MemoryProbe;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Takes heap dumps in a folder inside the run's folder that no other user can enter: what a dump has may be secret.
 * Closing it deletes the folder, unless the dumps are to be kept.
 */
final class Dumps implements AutoCloseable {

    private static final String FOLDER = "dumps";

    private final Path folder;
    private final boolean keep;
    private final List<String> notes = new ArrayList<>();
    private int taken;

    Dumps(Path runFolder, boolean keep) {
        this.folder = runFolder.resolve(FOLDER);
        this.keep = keep;
    }

    /** Returns the objects of a server by holding field; empty, with a note, if there can be no heap dump. */
    Optional<HeldObjects> of(MemoryProbe memory, int connections) {
        try {
            create();
            taken++;
            String name = "%02d-%d-connections.hprof".formatted(taken, connections);
            if (!keep) {
                // Also if the user ends the run while a dump is written or walked through.
                folder.resolve(name).toFile().deleteOnExit();
            }
            return Optional.of(memory.heldObjects(folder, name, keep));
        } catch (IOException e) {
            String why = "no heap dump, so classes are shown without the fields that hold them: " + e.getMessage();
            if (!notes.contains(why)) {
                notes.add(why);
            }
            return Optional.empty();
        }
    }

    private void create() throws IOException {
        FileAttribute<?>[] attributes =
                folder.getFileSystem().supportedFileAttributeViews().contains("posix")
                        ? new FileAttribute<?>[] {
                            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))
                        }
                        : new FileAttribute<?>[0];
        try {
            Files.createDirectory(folder, attributes);
            if (!keep) {
                folder.toFile().deleteOnExit();
            }
        } catch (FileAlreadyExistsException e) {
            // Created for the dump before.
        }
    }

    /** Returns why dumps are missing. */
    List<String> notes() {
        return List.copyOf(notes);
    }

    @Override
    public void close() {
        if (!keep) {
            try {
                Files.deleteIfExists(folder);
            } catch (IOException e) {
                // It is empty, or holds what the user put there.
            }
        }
    }
}
