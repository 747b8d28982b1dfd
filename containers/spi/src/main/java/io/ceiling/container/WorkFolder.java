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
 * The folder of one server process for everything its container writes. What a killed process left is deleted by the
 * next one.
 *
 * <p>A folder is alive while its lock is held. The lock, not the process id, because processes of other pid namespaces
 * may share the parent folder.
 */
final class WorkFolder implements AutoCloseable {

    private static final String PREFIX = "ceiling-server-";
    private static final String LOCK = "lock";
    private static final String WORK = "work";
    /** Between the making of a folder and its lock nobody else may take it for abandoned. */
    private static final Duration TIME_TO_LOCK = Duration.ofMinutes(1);

    private final Path folder;
    private final FileChannel lock;

    private WorkFolder(Path folder, FileChannel lock) {
        this.folder = folder;
        this.lock = lock;
    }

    /** A new, empty and locked folder below the parent; deletes abandoned ones first. */
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

    /** Where the container writes. */
    Path path() {
        return folder.resolve(WORK);
    }

    /** Deletes the folder as far as that is possible; what cannot be deleted now, the next process deletes. */
    @Override
    public void close() {
        try {
            delete(folder);
            lock.close();
        } catch (IOException | OutOfMemoryError e) {
            // No descriptors or no memory left to list a folder with.
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
                    // Somebody else's, or somebody else was faster.
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
            // Held by this very process.
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
