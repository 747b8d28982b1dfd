package io.ceiling.container;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A temporary folder of one process. The folder of a killed process is deleted by the next one that creates a folder of
 * the same kind.
 *
 * <p>A folder is in use while its lock is held. A lock is used instead of the process id, because processes of other
 * pid namespaces may share the parent folder.
 *
 * <p>Everybody may write to the parent folder, so a folder with a matching name may be another user's. Only folders
 * that belong to this user and that nobody else can write to are examined.
 */
public final class LockedFolder implements AutoCloseable {

    /** Name of the file in the folder that its process locks. */
    public static final String LOCK = "lock";

    // Time after its creation during which a folder without a lock does not count as abandoned.
    private static final Duration TIME_TO_LOCK = Duration.ofMinutes(1);

    private static final Set<PosixFilePermission> FOREIGN_WRITE_PERMISSIONS =
            Set.of(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);

    /**
     * The kind of a folder.
     *
     * @param prefix beginning of its name, which the user's number follows
     * @param content names in it that may be deleted; a folder with anything else is left alone
     */
    public record Kind(String prefix, Set<String> content) {

        /** Copies the names. */
        public Kind {
            content = Set.copyOf(content);
        }

        private String begin() {
            return prefix + user() + "-";
        }
    }

    private final Path folder;
    private final FileChannel lock;

    private LockedFolder(Path folder, FileChannel lock) {
        this.folder = folder;
        this.lock = lock;
    }

    /**
     * Creates an empty and locked folder below the parent; deletes abandoned ones of this user and kind.
     *
     * @throws IOException if the folder cannot be created or locked
     */
    public static LockedFolder create(Path parent, Kind kind) throws IOException {
        Path folder = Files.createTempDirectory(parent, kind.begin());
        FileChannel lock =
                FileChannel.open(folder.resolve(LOCK), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        if (lock.tryLock() == null) {
            throw new IOException("%s is locked by another process".formatted(folder));
        }
        deleteAbandoned(
                parent,
                kind,
                Files.getOwner(folder, LinkOption.NOFOLLOW_LINKS),
                Instant.now().minus(TIME_TO_LOCK));
        return new LockedFolder(folder, lock);
    }

    public Path path() {
        return folder;
    }

    /** Releases the lock. Afterwards nobody deletes the folder unless it is empty. */
    public void keep() throws IOException {
        Files.deleteIfExists(folder.resolve(LOCK));
        lock.close();
    }

    /**
     * Deletes the folder with all that is in it.
     *
     * @throws IOException if not all of it could be deleted
     */
    @Override
    public void close() throws IOException {
        try {
            delete(folder);
        } finally {
            lock.close();
        }
    }

    static void deleteAbandoned(Path parent, Kind kind, UserPrincipal owner, Instant madeBefore) throws IOException {
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(parent, kind.begin() + "*")) {
            for (Path folder : folders) {
                try {
                    if (isTrusted(folder, owner, madeBefore) && isAbandoned(folder, kind)) {
                        delete(folder);
                    }
                } catch (IOException e) {
                    // Another process has deleted it.
                }
            }
        }
    }

    private static boolean isTrusted(Path folder, UserPrincipal owner, Instant madeBefore) throws IOException {
        BasicFileAttributes attributes =
                Files.readAttributes(folder, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        if (!attributes.isDirectory()
                || !attributes.lastModifiedTime().toInstant().isBefore(madeBefore)
                || !Files.getOwner(folder, LinkOption.NOFOLLOW_LINKS).equals(owner)) {
            return false;
        }
        return !folder.getFileSystem().supportedFileAttributeViews().contains("posix")
                || Files.getPosixFilePermissions(folder, LinkOption.NOFOLLOW_LINKS).stream()
                        .noneMatch(FOREIGN_WRITE_PERMISSIONS::contains);
    }

    private static boolean isAbandoned(Path folder, Kind kind) throws IOException {
        boolean empty = true;
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                String name = file.getFileName().toString();
                if (!name.equals(LOCK) && !kind.content().contains(name)) {
                    return false;
                }
                empty = false;
            }
        }
        return empty || isUnlocked(folder.resolve(LOCK));
    }

    private static boolean isUnlocked(Path lockFile) throws IOException {
        // Opening anything else, such as a named pipe, might block.
        if (!Files.isRegularFile(lockFile, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        try (FileChannel channel = FileChannel.open(lockFile, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
                FileLock lock = channel.tryLock()) {
            return lock != null;
        } catch (OverlappingFileLockException e) {
            // Held by this process itself.
            return false;
        }
    }

    // Returns the number of this user; the name on a system without numbers.
    private static String user() {
        try {
            return String.valueOf(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
            return System.getProperty("user.name", "").replaceAll("[^A-Za-z0-9]", "_");
        }
    }

    private static void delete(Path folder) throws IOException {
        Files.walkFileTree(folder, new Deletion(folder));
    }

    /** Deletes the lock last: a folder without a lock is kept, and this process may be killed meanwhile. */
    static final class Deletion extends SimpleFileVisitor<Path> {

        private final Path folder;
        private final Path lock;

        Deletion(Path folder) {
            this.folder = folder;
            this.lock = folder.resolve(LOCK);
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            if (!file.equals(lock)) {
                Files.deleteIfExists(file);
            }
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException failure) throws IOException {
            if (visited.equals(folder)) {
                Files.deleteIfExists(lock);
            }
            Files.deleteIfExists(visited);
            return FileVisitResult.CONTINUE;
        }
    }
}
