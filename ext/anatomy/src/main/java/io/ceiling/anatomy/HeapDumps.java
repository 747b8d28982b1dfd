package io.ceiling.anatomy;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Takes heap dumps in a folder of the run that no other user can enter: a dump may contain secrets. Closing it deletes
 * the folder with all that is in it, unless the dumps are to be kept.
 *
 * <p>Notes. In a folder of dumps that are not kept, this process locks a file. The system releases the lock however the
 * process ends, so that a later run recognises a folder that was left behind. Not thread-safe.
 */
final class HeapDumps implements AutoCloseable {

    private static final String FOLDER = "dumps";

    /** Name of the file that is locked while the dumps in its folder are in use. */
    static final String LOCK = "delete-me";

    private final Path folder;
    private final boolean keep;
    private final Consumer<String> toUser;
    private final List<String> notes = new ArrayList<>();
    private @Nullable FileChannel lock;
    private int dumpCount;

    /**
     * Creates nothing on the disk yet.
     *
     * @param keep true to keep the dumps
     * @param toUser receives a line if dumps cannot be deleted
     */
    HeapDumps(Path runFolder, boolean keep, Consumer<String> toUser) {
        this.folder = runFolder.resolve(FOLDER);
        this.keep = keep;
        this.toUser = toUser;
    }

    /**
     * Deletes the dumps that runs of a results folder left behind: of processes that were killed.
     *
     * @param toUser receives a line for each folder
     */
    static void deleteLeftBehind(Path results, Consumer<String> toUser) {
        List<Path> runs = List.of();
        try (Stream<Path> all = Files.list(results)) {
            runs = all.toList();
        } catch (IOException e) {
            toUser.accept("heap dumps of earlier runs: not looked for, " + e.getMessage());
        }
        for (Path run : runs) {
            Path dumps = run.resolve(FOLDER);
            if (Files.isDirectory(dumps, LinkOption.NOFOLLOW_LINKS) && isLeftBehind(dumps.resolve(LOCK))) {
                List<String> failed = deleteAll(dumps);
                toUser.accept(
                        failed.isEmpty()
                                ? "deleted heap dumps that a run left behind: " + dumps
                                : "heap dumps that a run left behind cannot be deleted: " + String.join("; ", failed));
            }
        }
    }

    private static boolean isLeftBehind(Path file) {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
                FileLock free = channel.tryLock()) {
            return free != null;
        } catch (IOException | OverlappingFileLockException e) {
            return false;
        }
    }

    /** Returns the objects of a server by holding field; empty, with a note, if there can be no heap dump. */
    Optional<HeldObjects> takeDump(MemoryProbe memory, int connections) {
        if (memory.whyNoHeap().isPresent()) {
            // The caller reports this once for all readings of the JVM.
            return Optional.empty();
        }
        try {
            create();
            dumpCount++;
            String name = "%02d-%d-connections.hprof".formatted(dumpCount, connections);
            if (!keep) {
                // Also if the user ends the run while a dump is written or walked through.
                folder.resolve(name).toFile().deleteOnExit();
                for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
                    folder.resolve(name + MemoryProbe.SEGMENT + i).toFile().deleteOnExit();
                }
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

    /** Creates the folder, if it is not there yet. */
    void create() throws IOException {
        FileAttribute<?>[] attributes =
                folder.getFileSystem().supportedFileAttributeViews().contains("posix")
                        ? new FileAttribute<?>[] {
                            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))
                        }
                        : new FileAttribute<?>[0];
        try {
            Files.createDirectory(folder, attributes);
        } catch (FileAlreadyExistsException e) {
            // Created for an earlier dump.
        }
        if (!keep && lock == null) {
            folder.toFile().deleteOnExit();
            Path file = folder.resolve(LOCK);
            file.toFile().deleteOnExit();
            FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            lock = channel;
            FileLock ignored = channel.lock();
        }
    }

    /** Returns why dumps are missing. */
    List<String> notes() {
        return List.copyOf(notes);
    }

    @Override
    public void close() {
        if (keep || !Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        List<String> failed = deleteAll(folder);
        if (lock != null) {
            try {
                lock.close();
            } catch (IOException e) {
                failed.add(String.valueOf(e.getMessage()));
            }
        }
        if (!failed.isEmpty()) {
            toUser.accept("heap dumps cannot be deleted, and have all that the server had in memory: "
                    + String.join("; ", failed));
        }
    }

    private static List<String> deleteAll(Path folder) {
        List<String> failed = new ArrayList<>();
        List<Path> files = List.of();
        try (Stream<Path> all = Files.list(folder)) {
            // The lock file goes last: if a deletion fails, a later run still recognises the folder as left behind.
            files = Stream.concat(all.filter(file -> !file.endsWith(LOCK)), Stream.of(folder.resolve(LOCK), folder))
                    .toList();
        } catch (IOException e) {
            failed.add(e.toString());
        }
        for (Path file : files) {
            if (!failed.isEmpty() && (file.equals(folder) || file.endsWith(LOCK))) {
                break;
            }
            try {
                Files.deleteIfExists(file);
            } catch (IOException e) {
                failed.add(e.toString());
            }
        }
        return failed;
    }
}
