package io.ceiling.harness.report;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** The folder of all runs. All methods block for disk I/O. */
record ResultsFolder(Path path) {

    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

    /** Creates the folder of a run, with a number at its end if the name is taken: two runs may start in the same second. */
    Path create(String name, boolean ownerOnly, Clock clock) throws IOException {
        Files.createDirectories(path);
        String stamp = STAMP.format(clock.instant()) + "-" + name;
        FileAttribute<?>[] attributes =
                ownerOnly && path.getFileSystem().supportedFileAttributeViews().contains("posix")
                        ? new FileAttribute<?>[] {
                            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))
                        }
                        : new FileAttribute<?>[0];
        for (int i = 1; ; i++) {
            try {
                return Files.createDirectory(path.resolve(i == 1 ? stamp : stamp + "-" + i), attributes);
            } catch (FileAlreadyExistsException e) {
                if (i == 100) {
                    throw e;
                }
            }
        }
    }

    /** Makes {@code latest} a link to that run, if the file system has links. */
    void pointLatest(Path run) {
        removeLinksOfKilled();
        Path half = path.resolve(".latest-" + ProcessHandle.current().pid());
        try {
            Files.deleteIfExists(half);
            Files.createSymbolicLink(half, run.getFileName());
            Files.move(half, path.resolve("latest"), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException | UnsupportedOperationException e) {
            // The link is a convenience: on a file system without links, or if the name is taken by something else, the
            // run goes on without it.
            half.toFile().delete();
        }
    }

    // Removes links of runs that were killed before they renamed them.
    private void removeLinksOfKilled() {
        Instant old = Instant.now().minus(Duration.ofMinutes(1));
        try (DirectoryStream<Path> links = Files.newDirectoryStream(path, ".latest-*")) {
            for (Path link : links) {
                if (Files.isSymbolicLink(link)
                        && Files.getLastModifiedTime(link, LinkOption.NOFOLLOW_LINKS)
                                .toInstant()
                                .isBefore(old)) {
                    Files.deleteIfExists(link);
                }
            }
        } catch (IOException e) {
            // They do no harm.
        }
    }
}
