package io.ceiling.harness.os;

import io.ceiling.container.Limit;
import io.ceiling.harness.reading.CpuQuota;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.ThreadHeadroom.ThreadUse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * Reads limits and usage of a process's cgroup and those above it up to the root, in versions 1 and 2; the smallest
 * limit binds.
 *
 * <p>Thread-safe; every call reads the files.
 */
public final class CgroupReader {

    // In version 1, the absence of a limit is the largest multiple of a page.
    private static final long NO_LIMIT = 1L << 60;

    private static final long NANOS_PER_MICRO = 1_000;
    private static final Path ROOT = Path.of("/sys/fs/cgroup");

    private final List<Path> memoryGroups;
    private final List<Path> pidsGroups;
    private final List<Path> cpuGroups;

    /** Finds the cgroups of a process. */
    public CgroupReader(long pid) {
        this(new ProcessReader(pid));
    }

    public CgroupReader(ProcessReader process) {
        this(process.seesOwnCgroups() ? process.root().resolve("sys/fs/cgroup") : ROOT, process.cgroups());
    }

    public CgroupReader(Path root, List<String> membership) {
        this.memoryGroups = groups(root, membership, "memory");
        this.pidsGroups = groups(root, membership, "pids");
        this.cpuGroups = groups(root, membership, "cpu");
    }

    /** Returns the folders of that controller's cgroups, innermost first. */
    public static List<Path> groups(Path root, List<String> membership, String controller) {
        String path = "";
        Path mount = root;
        boolean controlled = false;
        boolean found = false;
        for (String line : membership) {
            // A line has the form id:controllers:path; version 2 has id 0 and no controllers.
            String[] parts = line.split(":", 3);
            if (parts.length < 3) {
                continue;
            }
            if (List.of(parts[1].split(",")).contains(controller)) {
                mount = root.resolve(controller);
                path = parts[2];
                controlled = true;
                found = true;
            } else if (parts[1].isEmpty() && !controlled) {
                mount = root;
                path = parts[2];
                found = true;
            }
        }
        if (!found) {
            // The process is gone, or none of its cgroups has that controller.
            return List.of();
        }
        List<Path> groups = new ArrayList<>();
        Path group = mount.resolve(path.replaceFirst("^/+", "")).normalize();
        while (group != null && group.startsWith(mount)) {
            // Inside a container the path may be that of the host, which is not mounted here; the root of the mount is
            // then the process's own cgroup.
            if (Files.isDirectory(group)) {
                groups.add(group);
            }
            group = group.getParent();
        }
        return List.copyOf(groups);
    }

    /** Returns the smallest memory limit, in bytes; unlimited if no cgroup has one. */
    public Limit memoryLimitBytes() {
        return smallest(memoryGroups, CgroupReader::memoryLimit);
    }

    // At memory.high the kernel does not kill: it lets the threads of the group sleep until it has reclaimed memory,
    // so the group does not grow further.
    private static Limit memoryLimit(Path group) {
        Limit most = limit(group, "memory.max", "memory.limit_in_bytes");
        Limit high = memoryHigh(group);
        return high.isNumber() && high.orElse(0) < most.orElse(Long.MAX_VALUE) ? high : most;
    }

    private static Limit memoryHigh(Path group) {
        return ProcFiles.limit(ProcFiles.firstLine(group.resolve("memory.high")));
    }

    /**
     * Returns how often the kernel has let threads sleep since the cgroup, or one above it, had reached memory.high; not seen
     * if none has it.
     */
    public Observation memoryStops() {
        return memoryGroups.stream()
                .filter(group -> memoryHigh(group).isNumber())
                .map(CgroupReader::ownStops)
                .reduce(Observation::plus)
                .orElse(Observation.NOT_SEEN);
    }

    // Without the events of groups below this one, where the kernel counts them apart (5.2 and newer).
    private static Observation ownStops(Path group) {
        long local = ProcFiles.numberAfter(ProcFiles.lines(group.resolve("memory.events.local")), "high ");
        return Observation.ofNegativeNotSeen(
                local < 0 ? ProcFiles.numberAfter(ProcFiles.lines(group.resolve("memory.events")), "high ") : local);
    }

    /** Returns the smallest limit of processes and threads; unlimited if no cgroup has one. */
    public Limit pidsLimit() {
        return smallest(pidsGroups, group -> limit(group, "pids.max", "pids.max"));
    }

    /**
     * The processes and threads of one cgroup.
     *
     * @param use count and limit
     * @param refused number of refused forks and threads since the cgroup was created, where the kernel counts them
     */
    public record Pids(ThreadUse use, Observation refused) {}

    /** Returns the cgroups that count processes and threads, innermost first, with or without a limit. */
    public List<Pids> pids() {
        return pidsGroups.stream()
                .map(group -> new Pids(
                        new ThreadUse(
                                Observation.ofNegativeNotSeen(ProcFiles.number(group.resolve("pids.current"))),
                                limit(group, "pids.max", "pids.max")),
                        Observation.ofNegativeNotSeen(
                                ProcFiles.numberAfter(ProcFiles.lines(group.resolve("pids.events")), "max "))))
                .toList();
    }

    /**
     * Returns the memory that the tightest cgroup has left, in bytes, with its file cache counted as free; empty without
     * a limit.
     */
    public OptionalLong memoryHeadroomBytes() {
        OptionalLong least = OptionalLong.empty();
        for (Path group : memoryGroups) {
            Limit limit = memoryLimit(group);
            long used = either(group, "memory.current", "memory.usage_in_bytes");
            if (limit.isNumber() && used >= 0) {
                long left = Math.max(0, limit.orElse(0) - used + fileCache(group));
                least = OptionalLong.of(Math.min(left, least.orElse(left)));
            }
        }
        return least;
    }

    /**
     * Returns the memory that the tightest cgroup has left, in bytes, with its inactive file cache counted as free, which
     * the kernel gives up before it kills a process; not seen without a limit.
     */
    public Observation oomHeadroomBytes() {
        Observation least = Observation.NOT_SEEN;
        for (Path group : memoryGroups) {
            Limit limit = memoryLimit(group);
            long used = either(group, "memory.current", "memory.usage_in_bytes");
            if (limit.isNumber() && used >= 0) {
                List<String> counters = ProcFiles.lines(group.resolve("memory.stat"));
                // Version 1 has both, and the one without "total" is of the group alone.
                long total = ProcFiles.numberAfter(counters, "total_inactive_file ");
                long inactive = Math.max(0, total >= 0 ? total : ProcFiles.numberAfter(counters, "inactive_file "));
                long left = Math.max(0, limit.orElse(0) - Math.max(0, used - inactive));
                least = Observation.of(Math.min(left, least.orElse(left)));
            }
        }
        return least;
    }

    /** Returns the least quota of processor time, with the counters of the cgroup that has it. */
    public CpuQuota cpuQuota() {
        CpuQuota least = CpuQuota.NOT_SEEN;
        for (Path group : cpuGroups) {
            Limit millicores = millicores(group);
            boolean first = millicores.isSeen() && !least.millicores().isSeen();
            if (first || millicores.orElse(Long.MAX_VALUE) < least.millicores().orElse(Long.MAX_VALUE)) {
                least = millicores.isNumber()
                        ? quota(group, millicores)
                        : new CpuQuota(millicores, Observation.NOT_SEEN, Observation.NOT_SEEN, Observation.NOT_SEEN);
            }
        }
        return least;
    }

    private static CpuQuota quota(Path group, Limit millicores) {
        List<String> counters = ProcFiles.lines(group.resolve("cpu.stat"));
        long micros = ProcFiles.numberAfter(counters, "throttled_usec ");
        long nanos = micros >= 0 && micros <= Long.MAX_VALUE / NANOS_PER_MICRO
                ? micros * NANOS_PER_MICRO
                : ProcFiles.numberAfter(counters, "throttled_time ");
        return new CpuQuota(
                millicores,
                Observation.ofNegativeNotSeen(ProcFiles.numberAfter(counters, "nr_periods ")),
                Observation.ofNegativeNotSeen(ProcFiles.numberAfter(counters, "nr_throttled ")),
                Observation.ofNegativeNotSeen(nanos));
    }

    // Version 2 writes quota and period in one line, such as 150000 100000; version 1 has a file for each, and a
    // negative quota for none.
    private static Limit millicores(Path group) {
        String[] both = ProcFiles.words(ProcFiles.firstLine(group.resolve("cpu.max")));
        if (both.length == 2) {
            return both[0].equals("max")
                    ? Limit.UNLIMITED
                    : millicores(ProcFiles.number(both[0]), ProcFiles.number(both[1]));
        }
        String quota = ProcFiles.firstLine(group.resolve("cpu.cfs_quota_us"));
        return quota.equals("-1")
                ? Limit.UNLIMITED
                : millicores(ProcFiles.number(quota), ProcFiles.number(group.resolve("cpu.cfs_period_us")));
    }

    private static Limit millicores(long quotaMicros, long periodMicros) {
        return quotaMicros <= 0 || periodMicros <= 0
                ? Limit.NOT_SEEN
                : Limit.of(Math.max(1, Math.round(1000.0 * quotaMicros / periodMicros)));
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

    /**
     * Returns how often the kernel has killed a process of the innermost cgroup for lack of memory, where it counts it.
     */
    public Observation oomKills() {
        if (memoryGroups.isEmpty()) {
            return Observation.NOT_SEEN;
        }
        for (String file : List.of("memory.events", "memory.oom_control")) {
            long kills =
                    ProcFiles.numberAfter(ProcFiles.lines(memoryGroups.get(0).resolve(file)), "oom_kill ");
            if (kills >= 0) {
                return Observation.of(kills);
            }
        }
        return Observation.NOT_SEEN;
    }

    // Returns the smallest number; without one unlimited, or not seen if no cgroup has the file.
    private static Limit smallest(List<Path> groups, Function<Path, Limit> ofEach) {
        List<Limit> limits = groups.stream().map(ofEach).toList();
        OptionalLong least =
                limits.stream().flatMapToLong(limit -> limit.number().stream()).min();
        if (least.isPresent()) {
            return Limit.of(least.getAsLong());
        }
        return limits.contains(Limit.UNLIMITED) ? Limit.UNLIMITED : Limit.NOT_SEEN;
    }

    private static Limit limit(Path group, String version2, String version1) {
        Limit newer = ProcFiles.limit(ProcFiles.firstLine(group.resolve(version2)));
        Limit limit = newer.isSeen() ? newer : ProcFiles.limit(ProcFiles.firstLine(group.resolve(version1)));
        return limit.orElse(0) < NO_LIMIT ? limit : Limit.UNLIMITED;
    }

    private static long either(Path group, String version2, String version1) {
        long value = ProcFiles.number(group.resolve(version2));
        return value >= 0 ? value : ProcFiles.number(group.resolve(version1));
    }
}
