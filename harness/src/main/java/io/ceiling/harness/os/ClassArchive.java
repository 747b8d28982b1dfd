package io.ceiling.harness.os;

import io.ceiling.container.LockedFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * An archive of the classes that a JVM loads (class data sharing), from which later JVMs start sooner. It is made once, by
 * a JVM that starts and ends: where it cannot be written, JVMs start without it.
 *
 * <p>A JVM compares its jars and itself with the archive. If they do not match, it starts without the archive, and
 * mostly without the JDK's own, too, which takes longer than without any option. So the file name has a digest of the
 * jars and the JVM: a new build makes a new archive. Thread-safe.
 */
public final class ClassArchive {

    private static final String SUFFIX = ".jsa";
    private static final String WORK = "work";
    private static final String WORK_PREFIX = "training-";
    private static final int DIGEST_BYTES = 6;

    // Archives that could not be made in this process.
    private static final Set<Path> FAILED = new HashSet<>();

    private final Path folder;
    private final String prefix;
    private final Path file;

    /**
     * Names an archive; nothing is read or written but the attributes of these files.
     *
     * @param folder folder of the archive, created when it is made
     * @param name what the JVM is, without its files; a new archive replaces older ones of the same name
     * @param from all files that have classes, with the JVM's own
     * @param build text that differs between builds of these files that have the same sizes and times; a JVM does not
     *     see that such files have changed, and would run the classes of the archive
     */
    public ClassArchive(Path folder, String name, List<Path> from, String build) {
        this.folder = folder;
        this.prefix = name + "-";
        this.file = folder.resolve(prefix + digest(from, build) + SUFFIX);
    }

    /** A JVM that loads the classes that later ones will need. */
    @FunctionalInterface
    public interface Training {

        /**
         * Starts the JVM with this option, and blocks until it has ended by itself.
         *
         * @param work empty folder for what the JVM writes; it is deleted afterwards
         * @throws IOException if the JVM could not be started, or was killed, so that its archive may be a part of one
         */
        void run(String option, Path work) throws IOException, InterruptedException;
    }

    /**
     * Returns the options with which a JVM starts from this archive; none if there is no archive and none can be made.
     * Makes it first if it is not there, which takes some seconds.
     */
    public List<String> options(Training training) throws InterruptedException {
        return isThere() || made(training) ? List.of("-XX:SharedArchiveFile=" + file) : List.of();
    }

    /**
     * Returns {@link #options} for one of many JVMs on a host. All JVMs map the archive at its original address and
     * share its pages; at another address, each JVM would have to write to most of them.
     */
    public List<String> sharedOptions(Training training) throws InterruptedException {
        List<String> options = new ArrayList<>(options(training));
        if (!options.isEmpty()) {
            options.add("-XX:+UnlockDiagnosticVMOptions");
            options.add("-XX:ArchiveRelocationMode=0");
        }
        return List.copyOf(options);
    }

    private boolean isThere() {
        return Files.isReadable(file);
    }

    private boolean made(Training training) throws InterruptedException {
        synchronized (FAILED) {
            if (isThere()) {
                return true;
            }
            if (!FAILED.contains(file)) {
                try {
                    Files.createDirectories(folder);
                    make(training);
                } catch (IOException | RuntimeException e) {
                    // Not writable, or a JVM without archives: it only starts later.
                }
            }
            if (!isThere()) {
                FAILED.add(file);
                return false;
            }
            return true;
        }
    }

    private void make(Training training) throws IOException, InterruptedException {
        LockedFolder locked = LockedFolder.create(folder, new LockedFolder.Kind(WORK_PREFIX, Set.of(WORK)));
        try {
            Path work = Files.createDirectory(locked.path().resolve(WORK));
            Path fresh = work.resolve("fresh" + SUFFIX);
            training.run("-XX:ArchiveClassesAtExit=" + fresh, work);
            if (Files.isReadable(fresh)) {
                List<Path> older = older();
                Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
                delete(older);
            }
        } finally {
            locked.close();
        }
    }

    // Returns the archives of the same classes from other builds; another process may have created this one already.
    private List<Path> older() throws IOException {
        Pattern name = Pattern.compile(
                Pattern.quote(prefix) + "[0-9a-f]{%d}".formatted(2 * DIGEST_BYTES) + Pattern.quote(SUFFIX));
        return list(folder, prefix + "*" + SUFFIX).stream()
                .filter(found -> name.matcher(found.getFileName().toString()).matches())
                .filter(found -> !found.equals(file))
                .toList();
    }

    private static List<Path> list(Path folder, String glob) throws IOException {
        List<Path> found = new ArrayList<>();
        try (var files = Files.newDirectoryStream(folder, glob)) {
            files.forEach(found::add);
        }
        return found;
    }

    // Deletes files that other processes may delete at the same time.
    private static void delete(List<Path> files) throws IOException {
        for (Path each : files) {
            Files.deleteIfExists(each);
        }
    }

    private static String digest(List<Path> files, String build) {
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            sha.update(build.getBytes(StandardCharsets.UTF_8));
            for (Path each : files) {
                sha.update(attributes(each).getBytes(StandardCharsets.UTF_8));
            }
            return HexFormat.of().formatHex(sha.digest(), 0, DIGEST_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this JDK has no SHA-256", e);
        }
    }

    // Returns a text that changes with the file; a JVM, too, compares sizes and times of its jars.
    private static String attributes(Path path) {
        try {
            return "%s %d %s%n".formatted(path, Files.size(path), Files.getLastModifiedTime(path));
        } catch (IOException e) {
            return path + " missing\n";
        }
    }

    /** Returns the files in a folder, in the order of their names; none if it cannot be read. */
    public static List<Path> filesOf(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        } catch (IOException e) {
            return List.of();
        }
    }
}
