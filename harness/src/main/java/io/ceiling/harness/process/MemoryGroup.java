package io.ceiling.harness.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A memory cgroup of its own for a server, in version 1 or 2, with or without a limit. Closing it removes it; its
 * processes must be gone then. Making one needs root, or a cgroup that was delegated to the user.
 *
 * <p>Notes. Version 1 allows a group below the one that this process is in. In version 2 a group with processes has no
 * groups below it that count memory, so the nearest one above that has the controller switched on for its groups takes
 * it. Not thread-safe.
 */
public final class MemoryGroup implements AutoCloseable {

    private static final Path ROOT = Path.of("/sys/fs/cgroup");
    private static final String NAME = "ceiling-size-";
    private static final AtomicInteger NUMBER = new AtomicInteger();

    /** A group is busy for a moment after its last process has ended. */
    private static final int TRIES = 40;

    private static final long PAUSE_MILLIS = 50;
    private static final long SOME_LIMIT = 1L << 30;

    /** Parts of the kernel's memory in memory.stat of version 2 before Linux 5.18, which has the sum. */
    private static final List<String> KERNEL_PARTS =
            List.of("kernel_stack", "pagetables", "percpu", "sock", "vmalloc", "slab");

    private final Path folder;
    private final boolean first;

    MemoryGroup(Path folder, boolean first) {
        this.folder = folder;
        this.first = first;
    }

    /**
     * Creates a group.
     *
     * @param limitBytes most memory of its processes, of which none is swapped; empty for no limit
     * @throws IOException if it cannot be made here; the message is one line
     */
    public static MemoryGroup create(OptionalLong limitBytes) throws IOException {
        return create(ROOT, Files.readAllLines(Path.of("/proc/self/cgroup")), limitBytes);
    }

    /** Returns why no group with a limit can be made here, in one line; empty if one can. */
    public static Optional<String> obstacle() {
        try {
            create(OptionalLong.of(SOME_LIMIT)).close();
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    static MemoryGroup create(Path root, List<String> membership, OptionalLong limitBytes) throws IOException {
        Parent parent = parent(root, membership);
        removeLeftBehind(parent.folder());
        Path folder = parent.folder()
                .resolve("%s%d-%d".formatted(NAME, ProcessHandle.current().pid(), NUMBER.incrementAndGet()));
        try {
            Files.createDirectory(folder);
        } catch (IOException e) {
            throw new IOException("no memory cgroup can be made in %s: %s"
                    .formatted(parent.folder(), e.getClass().getSimpleName()));
        }
        MemoryGroup group = new MemoryGroup(folder, parent.first());
        boolean usable = false;
        try {
            group.limit(limitBytes);
            if (!Files.isWritable(group.processes())) {
                throw new IOException("the memory cgroup %s takes no processes".formatted(folder));
            }
            usable = true;
            return group;
        } finally {
            if (!usable) {
                group.close();
            }
        }
    }

    /** The group in which one can be made, and true if it is of version 1. */
    record Parent(Path folder, boolean first) {}

    static Parent parent(Path root, List<String> membership) throws IOException {
        for (String line : membership) {
            String[] parts = line.split(":", 3);
            if (parts.length == 3 && List.of(parts[1].split(",")).contains("memory")) {
                Path mount = root.resolve("memory");
                Path own = mount.resolve(parts[2].replaceFirst("^/+", "")).normalize();
                // Inside a container the path is that of the host, and the mount is the process's own group.
                return new Parent(Files.isDirectory(own) ? own : mount, true);
            }
        }
        for (String line : membership) {
            String[] parts = line.split(":", 3);
            if (parts.length == 3 && parts[1].isEmpty()) {
                Path group = root.resolve(parts[2].replaceFirst("^/+", "")).normalize();
                while (group != null && group.startsWith(root)) {
                    if (words(group.resolve("cgroup.subtree_control")).contains("memory")) {
                        return new Parent(group, false);
                    }
                    group = group.getParent();
                }
            }
        }
        throw new IOException("no cgroup above this process counts memory");
    }

    private static void removeLeftBehind(Path parent) {
        try (DirectoryStream<Path> groups = Files.newDirectoryStream(parent, NAME + "*")) {
            for (Path group : groups) {
                String pid = String.valueOf(group.getFileName())
                        .substring(NAME.length())
                        .replaceFirst("-.*", "");
                if (pid.matches("\\d{1,9}")
                        && ProcessHandle.of(Long.parseLong(pid)).isEmpty()) {
                    Files.deleteIfExists(group);
                }
            }
        } catch (IOException e) {
            // A group that was left behind and cannot be removed has no process, and takes no memory.
        }
    }

    void limit(OptionalLong bytes) throws IOException {
        if (bytes.isEmpty()) {
            return;
        }
        Files.writeString(
                folder.resolve(first ? "memory.limit_in_bytes" : "memory.max"), Long.toString(bytes.getAsLong()));
        // A heap in swap would be slow, not full. Where nothing counts swap there is no such file.
        Path swap = folder.resolve(first ? "memory.memsw.limit_in_bytes" : "memory.swap.max");
        if (Files.exists(swap, LinkOption.NOFOLLOW_LINKS)) {
            Files.writeString(swap, first ? Long.toString(bytes.getAsLong()) : "0");
        }
    }

    /** Returns the file that takes a process which writes its id to it. */
    public Path processes() {
        return folder.resolve("cgroup.procs");
    }

    /** Returns the memory of the kernel that the group is charged, in bytes; empty if that is not counted. */
    public OptionalLong kernelBytes() {
        if (first) {
            return number(folder.resolve("memory.kmem.usage_in_bytes"));
        }
        OptionalLong all = stat("kernel");
        if (all.isPresent()) {
            return all;
        }
        OptionalLong sum = OptionalLong.empty();
        for (String part : KERNEL_PARTS) {
            OptionalLong bytes = stat(part);
            if (bytes.isPresent()) {
                sum = OptionalLong.of(sum.orElse(0) + bytes.getAsLong());
            }
        }
        return sum;
    }

    /**
     * Returns the most memory that the group was ever charged, in bytes; empty if that is not kept. It may have pages of
     * files that the kernel would have taken back.
     */
    public OptionalLong peakBytes() {
        return number(folder.resolve(first ? "memory.max_usage_in_bytes" : "memory.peak"));
    }

    /**
     * Returns the pages of files that its processes have mapped and that another group is charged for, since it read them
     * first; in bytes. A group that starts a server on a fresh host is charged for them itself.
     */
    public long pagesOfOthersBytes() {
        long mapped = stat(first ? "total_mapped_file" : "file_mapped").orElse(0);
        long resident = 0;
        for (String pid : lines(processes())) {
            for (String line : lines(Path.of("/proc", pid, "status"))) {
                if (line.startsWith("RssFile:")) {
                    String digits = line.replaceAll("\\D", "");
                    resident += digits.isEmpty() ? 0 : Long.parseLong(digits) << 10;
                }
            }
        }
        return Math.max(0, resident - mapped);
    }

    private OptionalLong stat(String name) {
        for (String line : lines(folder.resolve("memory.stat"))) {
            String[] words = line.split(" ");
            if (words.length == 2 && words[0].equals(name)) {
                return number(words[1]);
            }
        }
        return OptionalLong.empty();
    }

    private static List<String> words(Path file) {
        return lines(file).stream()
                .flatMap(line -> Arrays.stream(line.toLowerCase(Locale.ROOT).split(" ")))
                .toList();
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return List.of();
        }
    }

    private static OptionalLong number(Path file) {
        List<String> lines = lines(file);
        return lines.isEmpty() ? OptionalLong.empty() : number(lines.get(0));
    }

    private static OptionalLong number(String text) {
        try {
            return OptionalLong.of(Long.parseLong(text.strip()));
        } catch (NumberFormatException e) {
            return OptionalLong.empty();
        }
    }

    /**
     * Removes the group. Blocks for up to two seconds while it is busy; one that stays busy is removed by the next process
     * that makes a group.
     */
    @Override
    public void close() {
        boolean interrupted = false;
        for (int i = 0; i < TRIES && !removed(); i++) {
            try {
                Thread.sleep(PAUSE_MILLIS);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean removed() {
        try {
            Files.deleteIfExists(folder);
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
