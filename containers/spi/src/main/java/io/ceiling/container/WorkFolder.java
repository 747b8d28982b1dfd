package io.ceiling.container;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Folder of one server process for everything that its container writes. The folder of a killed process is deleted by
 * the next one.
 *
 * <p>A folder is in use while its lock is held. A lock is used instead of the process id, because processes of other
 * pid namespaces may share the parent folder.
 */
final class WorkFolder implements AutoCloseable {

    private static final String PREFIX = "ceiling-server-";
    private static final String LOCK = "lock";
    private static final String WORK = "work";
    /** Time after the creation of a folder in which it may have no lock yet and does not count as abandoned. */
    private static final Duration TIME_TO_LOCK = Duration.ofMinutes(1);

    private final Path folder;
    private final FileChannel lock;

    private WorkFolder(Path folder, FileChannel lock) {
        this.folder = folder;
        this.lock = lock;
    }

    /**
     * Creates an empty and locked folder below the parent; deletes abandoned ones first.
     *
     * @throws IOException if the folder cannot be created or locked
     */
    static WorkFolder create(Path parent) throws IOException {
        deleteAbandoned(parent, Instant.now().minus(TIME_TO_LOCK));
        Path folder = Files.createTempDirectory(parent, PREFIX);
        FileChannel lock = FileChannel.open(folder.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        WorkFolder workFolder = new WorkFolder(folder, lock);
        if (lock.tryLock() == null) {
            throw new IOException("%s is locked by another process".formatted(folder));
        }
        Files.createDirectory(workFolder.path());
        // Control-C reaches this process as well as its parent.
        Runtime.getRuntime().addShutdownHook(new Thread(workFolder::close, "ceiling-delete-work-folder"));
        return workFolder;
    }

    /** Returns the folder that the container writes to. */
    Path path() {
        return folder.resolve(WORK);
    }

    /** Deletes the folder as far as possible; the next process deletes the rest. */
    @Override
    public void close() {
        try {
            delete(folder);
            lock.close();
        } catch (IOException | OutOfMemoryError e) {
            // No descriptor or memory is left to list a folder with.
        }
    }

    static void deleteAbandoned(Path parent, Instant madeBefore) throws IOException {
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(parent, PREFIX + "*")) {
            for (Path folder : folders) {
                try {
                    if (Files.getLastModifiedTime(folder).toInstant().isBefore(madeBefore) && isAbandoned(folder)) {
                        delete(folder);
                    }
                } catch (IOException e) {
                    // The folder belongs to another user, or another process has deleted it.
                }
            }
        }
    }

    private static boolean isAbandoned(Path folder) throws IOException {
        Path lockFile = folder.resolve(LOCK);
        if (!Files.exists(lockFile)) {
            return true;
        }
        try (FileChannel channel = FileChannel.open(lockFile, StandardOpenOption.WRITE);
                FileLock lock = channel.tryLock()) {
            return lock != null;
        } catch (OverlappingFileLockException e) {
            // Held by this process itself.
            return false;
        }
    }

    private static void delete(Path folder) throws IOException {
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.deleteIfExists(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException failure) throws IOException {
                Files.deleteIfExists(visited);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
