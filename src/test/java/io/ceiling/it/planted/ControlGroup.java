package io.ceiling.it.planted;

import io.ceiling.harness.os.CgroupReader;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** A control group below the one that this process is in, so that whatever limits this process goes on to hold. */
final class ControlGroup implements Closeable {

    private static final Path ROOT = Path.of("/sys/fs/cgroup");
    private static final AtomicInteger NUMBER = new AtomicInteger();

    private final Path folder;

    private ControlGroup(Path folder) {
        this.folder = folder;
    }

    static ControlGroup create(Plant.GroupLimit limit) throws IOException {
        List<String> membership = Files.readAllLines(Path.of("/proc/self/cgroup"));
        Path folder = CgroupReader.groups(ROOT, membership, limit.controller()).stream()
                .findFirst()
                .orElseThrow(() -> new IOException("this process is in no control group of " + limit.controller()))
                .resolve("ceiling-planted-%d-%d"
                        .formatted(ProcessHandle.current().pid(), NUMBER.incrementAndGet()));
        Files.createDirectory(folder);
        ControlGroup group = new ControlGroup(folder);
        boolean limited = false;
        try {
            Files.writeString(folder.resolve(limitFile(folder, limit.controller())), Long.toString(limit.value()));
            limited = true;
            return group;
        } finally {
            if (!limited) {
                group.close();
            }
        }
    }

    /** Why there can be no such group; empty if there can. */
    static Optional<String> obstacle(Plant.GroupLimit limit) {
        try (ControlGroup group = create(limit)) {
            return Files.isWritable(group.folder.resolve("cgroup.procs"))
                    ? Optional.empty()
                    : Optional.of("a control group of ours takes no processes");
        } catch (IOException e) {
            return Optional.of("no control group with a limit of %s can be made here".formatted(limit.controller()));
        }
    }

    String join() {
        return "echo $$ > '%s' || exit 1".formatted(folder.resolve("cgroup.procs"));
    }

    private static String limitFile(Path group, String controller) {
        return switch (controller) {
            case "pids" -> "pids.max";
            // Microseconds of each tenth of a second.
            case "cpu" -> Files.exists(group.resolve("cpu.cfs_quota_us")) ? "cpu.cfs_quota_us" : "cpu.max";
            case "memory" ->
                Files.exists(group.resolve("memory.limit_in_bytes")) ? "memory.limit_in_bytes" : "memory.max";
            default -> throw new IllegalArgumentException("no limit is known for " + controller);
        };
    }

    /** Removes it; its processes must be gone. */
    @Override
    public void close() throws IOException {
        Files.delete(folder);
    }
}
