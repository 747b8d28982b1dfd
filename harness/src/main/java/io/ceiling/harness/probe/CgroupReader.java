package io.ceiling.harness.probe;

import io.ceiling.harness.model.ThreadRoom.Use;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Limits and use of the control groups of a process, versions 1 and 2, on the way up to the root: the smallest binds.
 *
 * <p>Thread-safe; reads files anew at each call. -1 stands for no limit or not to be seen.
 */
public final class CgroupReader {

    /** Version 1 writes "no limit" as the largest multiple of a page. */
    private static final long NO_LIMIT = 1L << 60;

    private final List<Path> memoryGroups;
    private final List<Path> pidsGroups;

    /** The groups of that process as they are now. */
    public CgroupReader(long pid) {
        this(Path.of("/sys/fs/cgroup"), new ProcessReader(pid).cgroups());
    }

    CgroupReader(Path root, List<String> membership) {
        this.memoryGroups = groups(root, membership, "memory");
        this.pidsGroups = groups(root, membership, "pids");
    }

    /** Folders of that controller, innermost first. */
    private static List<Path> groups(Path root, List<String> membership, String controller) {
        String path = "";
        Path mount = root;
        boolean controlled = false;
        for (String line : membership) {
            // id:controllers:path, with id 0 and no controllers for version 2
            String[] parts = line.split(":", 3);
            if (parts.length < 3) {
                continue;
            }
            if (List.of(parts[1].split(",")).contains(controller)) {
                mount = root.resolve(controller);
                path = parts[2];
                controlled = true;
            } else if (parts[1].isEmpty() && !controlled) {
                mount = root;
                path = parts[2];
            }
        }
        List<Path> groups = new ArrayList<>();
        Path group = mount.resolve(path.replaceFirst("^/+", "")).normalize();
        while (group != null && group.startsWith(mount)) {
            // Inside a container the path may be the host's, which is not mounted here; its root is then our own group.
            if (Files.isDirectory(group)) {
                groups.add(group);
            }
            group = group.getParent();
        }
        return List.copyOf(groups);
    }

    /** Smallest limit of memory, in bytes. */
    public long memoryLimitBytes() {
        return smallest(memoryGroups, "memory.max", "memory.limit_in_bytes");
    }

    /** Smallest limit of processes and threads. */
    public long pidsLimit() {
        return smallest(pidsGroups, "pids.max", "pids.max");
    }

    /**
     * Processes and threads of one control group.
     *
     * @param refused how often a fork or a thread was refused, since the group was made; -1 if the kernel does not count
     */
    record Pids(Use use, long refused) {

        /** How many more there may be. */
        long left() {
            return use.limit() - use.count();
        }
    }

    /** The groups that count processes and threads, innermost first, limited or not. */
    List<Pids> pids() {
        return pidsGroups.stream()
                .map(group -> new Pids(
                        new Use(
                                ProcFiles.number(group.resolve("pids.current")),
                                ProcFiles.number(group.resolve("pids.max"))),
                        ProcFiles.after(ProcFiles.lines(group.resolve("pids.events")), "max ")))
                .toList();
    }

    /** Memory that the tightest group has left, its file cache counted as free; -1 without a limit. */
    public long memoryHeadroomBytes() {
        long least = -1;
        for (Path group : memoryGroups) {
            long limit = either(group, "memory.max", "memory.limit_in_bytes");
            long used = either(group, "memory.current", "memory.usage_in_bytes");
            if (limit >= 0 && limit < NO_LIMIT && used >= 0) {
                long left = Math.max(0, limit - used + fileCache(group));
                least = least < 0 ? left : Math.min(least, left);
            }
        }
        return least;
    }

    private static long fileCache(Path group) {
        for (String line : ProcFiles.lines(group.resolve("memory.stat"))) {
            String[] words = ProcFiles.words(line);
            if (words.length == 2 && (words[0].equals("file") || words[0].equals("total_cache"))) {
                return Math.max(0, ProcFiles.number(words[1]));
            }
        }
        return 0;
    }

    /** How often the kernel killed a process of the innermost group for want of memory; -1 if not told. */
    public long oomKills() {
        if (memoryGroups.isEmpty()) {
            return ProcFiles.UNSEEN;
        }
        for (String file : List.of("memory.events", "memory.oom_control")) {
            long kills = ProcFiles.after(ProcFiles.lines(memoryGroups.get(0).resolve(file)), "oom_kill ");
            if (kills >= 0) {
                return kills;
            }
        }
        return ProcFiles.UNSEEN;
    }

    private static long smallest(List<Path> groups, String version2, String version1) {
        return groups.stream()
                .mapToLong(group -> either(group, version2, version1))
                .filter(limit -> limit >= 0 && limit < NO_LIMIT)
                .min()
                .orElse(ProcFiles.UNSEEN);
    }

    private static long either(Path group, String version2, String version1) {
        long value = ProcFiles.number(group.resolve(version2));
        return value >= 0 ? value : ProcFiles.number(group.resolve(version1));
    }
}
