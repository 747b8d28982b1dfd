package io.ceiling.harness.os;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A memory cgroup of its own for a server, in version 1 or 2, with or without a limit. Closing it removes it; its
 * processes must be gone then. Making one needs root, or a cgroup that was delegated to the user.
 *
 * <p>Notes. Version 1 allows a group below the one that this process is in. In version 2 a group with processes
 * cannot have groups below it that count memory, so the new group goes below the nearest ancestor that enables the
 * controller for its groups. Not thread-safe.
 */
public final class MemoryGroup implements AutoCloseable {

    private static final Path ROOT = Path.of("/sys/fs/cgroup");
    private static final String NAME = "ceiling-size-";
    private static final String CONTROLLER = "memory";
    private static final AtomicInteger NUMBER = new AtomicInteger();

    // A group is busy for a moment after its last process has ended.
    private static final int TRIES = 40;

    private static final long PAUSE_MILLIS = 50;
    private static final long SOME_LIMIT = 1L << 30;

    // Parts of the kernel's memory in memory.stat of version 2 before Linux 5.18, which has their sum as kernel. The
    // buffers of sockets are in neither: they are sock.
    private static final List<String> KERNEL_PARTS = List.of("kernel_stack", "pagetables", "percpu", "vmalloc", "slab");

    // Version 1 counts the buffers of TCP only if a limit was ever set. This value means no limit.
    private static final String NO_TCP_LIMIT = "9223372036854771712";

    private static final Path SWAPS = Path.of("/proc/swaps");

    private final Path folder;
    private final boolean isVersion1;

    MemoryGroup(Path folder, boolean first) {
        this.folder = folder;
        this.isVersion1 = first;
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
            throw new IOException("no memory cgroup can be made in %s: %s. Hint: run as root"
                    .formatted(parent.folder(), e.getClass().getSimpleName()));
        }
        MemoryGroup group = new MemoryGroup(folder, parent.isVersion1());
        boolean usable = false;
        try {
            group.countTcp();
            if (limitBytes.isPresent()) {
                group.withoutSwap();
                group.limit(limitBytes.getAsLong());
            }
            if (!Files.isWritable(group.processes())) {
                throw new IOException("the memory cgroup %s takes no processes. Hint: run as root".formatted(folder));
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
    record Parent(Path folder, boolean isVersion1) {}

    static Parent parent(Path root, List<String> membership) throws IOException {
        boolean first = membership.stream()
                .map(line -> line.split(":", 3))
                .anyMatch(parts ->
                        parts.length == 3 && List.of(parts[1].split(",")).contains(CONTROLLER));
        for (Path group : CgroupReader.groups(root, membership, CONTROLLER)) {
            String switchedOn = ProcFiles.firstLine(group.resolve("cgroup.subtree_control"));
            if (first || List.of(ProcFiles.words(switchedOn)).contains(CONTROLLER)) {
                return new Parent(group, first);
            }
        }
        if (first) {
            return new Parent(root.resolve(CONTROLLER), true);
        }
        throw new IOException(
                "no cgroup above this process counts memory for groups in it. Hint: write +memory to cgroup.subtree_control of a group without processes, or run outside of the container");
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

    void countTcp() {
        Path limit = folder.resolve("memory.kmem.tcp.limit_in_bytes");
        if (isVersion1 && Files.exists(limit, LinkOption.NOFOLLOW_LINKS)) {
            try {
                Files.writeString(limit, NO_TCP_LIMIT);
            } catch (IOException e) {
                // Buffers of TCP are then not counted, as in a kernel without this file.
            }
        }
    }

    // Keeps its processes out of swap where the kernel does not count swap, or throws with the reason why it cannot.
    private void withoutSwap() throws IOException {
        if (Files.exists(swap(), LinkOption.NOFOLLOW_LINKS)
                || ProcFiles.lines(SWAPS).size() < 2) {
            return;
        }
        Path swappiness = folder.resolve("memory.swappiness");
        if (!isVersion1 || !Files.exists(swappiness, LinkOption.NOFOLLOW_LINKS)) {
            throw new IOException("this kernel has swap and does not count it in cgroups. Hint: swapoff -a");
        }
        Files.writeString(swappiness, "0");
    }

    private Path swap() {
        return folder.resolve(isVersion1 ? "memory.memsw.limit_in_bytes" : "memory.swap.max");
    }

    /**
     * Sets the most memory of its processes, of which none is swapped. A limit below what they have makes the kernel take
     * back pages of files.
     *
     * @throws IOException if the kernel refuses it, as version 1 does if it cannot take back enough
     */
    public void limit(long bytes) throws IOException {
        Files.writeString(folder.resolve(isVersion1 ? "memory.limit_in_bytes" : "memory.max"), Long.toString(bytes));
        // A heap in swap would be slow, not full. Where nothing counts swap there is no such file.
        if (Files.exists(swap(), LinkOption.NOFOLLOW_LINKS)) {
            Files.writeString(swap(), isVersion1 ? Long.toString(bytes) : "0");
        }
    }

    /** Returns the file that takes a process which writes its id to it. */
    public Path processes() {
        return folder.resolve("cgroup.procs");
    }

    /**
     * Returns the memory of the kernel for its processes, with the buffers of their sockets, in bytes; empty if that is not
     * counted.
     */
    public OptionalLong kernelBytes() {
        if (isVersion1) {
            OptionalLong kernel = number("memory.kmem.usage_in_bytes");
            return kernel.isPresent() ? OptionalLong.of(kernel.getAsLong() + tcpBytes()) : kernel;
        }
        OptionalLong all = stat("kernel");
        for (String part : all.isPresent() ? List.<String>of() : KERNEL_PARTS) {
            OptionalLong bytes = stat(part);
            if (bytes.isPresent()) {
                all = OptionalLong.of(all.orElse(0) + bytes.getAsLong());
            }
        }
        return all.isPresent() ? OptionalLong.of(all.getAsLong() + stat("sock").orElse(0)) : all;
    }

    private long tcpBytes() {
        return number("memory.kmem.tcp.usage_in_bytes").orElse(0);
    }

    /** Returns how the memory of the kernel is charged, in words. */
    public String kernelWords() {
        return isVersion1
                ? "what the server's cgroup was charged; version 1 counts the buffers of TCP but does not limit them, version 2 does"
                : "what the server's cgroup was charged";
    }

    /**
     * Returns the memory of its processes that its limit does not count, in bytes: pages of files that are charged to
     * other groups, and in version 1 the buffers of TCP. A container of a fresh host with version 2 is charged for
     * both.
     */
    public long unchargedBytes() {
        return pagesOfOthersBytes() + (isVersion1 ? tcpBytes() : 0);
    }

    /**
     * Returns the most memory that the group was ever charged, in bytes; empty if that is not kept. It may have pages of
     * files that the kernel would have taken back.
     */
    public OptionalLong peakBytes() {
        return number(isVersion1 ? "memory.max_usage_in_bytes" : "memory.peak");
    }

    // Returns the pages of files that its processes have mapped and that another group is charged for, since it read
    // them first; in bytes. A group that starts a server on a fresh host is charged for them itself.
    private long pagesOfOthersBytes() {
        long mapped = stat(isVersion1 ? "total_mapped_file" : "file_mapped").orElse(0);
        long resident = 0;
        for (String pid : ProcFiles.lines(processes())) {
            resident += Math.max(0, ProcFiles.value(ProcFiles.lines(Path.of("/proc", pid, "status")), "RssFile"));
        }
        return Math.max(0, resident - mapped);
    }

    private OptionalLong stat(String name) {
        return seen(ProcFiles.numberAfter(ProcFiles.lines(folder.resolve("memory.stat")), name + " "));
    }

    private OptionalLong number(String file) {
        return seen(ProcFiles.number(folder.resolve(file)));
    }

    private static OptionalLong seen(long value) {
        return value < 0 ? OptionalLong.empty() : OptionalLong.of(value);
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
