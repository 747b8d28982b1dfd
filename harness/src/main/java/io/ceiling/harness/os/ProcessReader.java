package io.ceiling.harness.os;

import io.ceiling.container.Limit;
import io.ceiling.harness.reading.Observation;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Stream;

/**
 * Reads one process from /proc/&lt;pid&gt;, without its cooperation, so that it works on a process that hangs.
 *
 * <p>Thread-safe. All figures are -1, and all limits not seen, if they cannot be read: the process is gone, belongs to another user, or there is
 * no /proc.
 */
public final class ProcessReader {

    private static final int MAX_PROCESSORS = 1 << 16;
    private static final String OPEN_FILES = "Max open files";
    // Number of users that the initial user namespace maps.
    private static final String ALL_USERS = "4294967295";

    // Column of stat with the niceness, counted from the name on.
    private static final int NICENESS = 16;

    // Column of mountinfo with the folder of the file system that is mounted.
    private static final int MOUNTED = 3;

    private static final long CAP_SYS_ADMIN = 1L << 21;
    private static final long CAP_SYS_RESOURCE = 1L << 24;

    private final Path folder;
    private final KernelUnits units;
    private final boolean kernelCountsDescriptors;

    public ProcessReader(long pid) {
        this(Path.of("/proc"), pid);
    }

    public ProcessReader(Path proc, long pid) {
        this.folder = proc.resolve(Long.toString(pid));
        this.units = KernelUnits.read(proc);
        // From Linux 6.2 on, the size of the folder fd is the number of its entries, which saves walking through 20
        // 000 of them.
        this.kernelCountsDescriptors = KernelRelease.isAtLeast(proc, 6, 2);
    }

    public long openDescriptors() {
        Path descriptors = folder.resolve("fd");
        try {
            return kernelCountsDescriptors ? Files.size(descriptors) : ProcFiles.count(descriptors);
        } catch (IOException | RuntimeException e) {
            return ProcFiles.UNSEEN;
        }
    }

    /** Returns the soft limit of open descriptors. */
    public Limit maxDescriptors() {
        return limit(OPEN_FILES, 0);
    }

    /** Returns the process id; negative if the process is not seen. */
    public long pid() {
        return ProcFiles.number(String.valueOf(folder.getFileName()));
    }

    /**
     * Returns a limit from /proc/&lt;pid&gt;/limits.
     *
     * @param name name of the row
     * @param column 0 for the soft limit, 1 for the hard one
     */
    public Limit limit(String name, int column) {
        for (String line : ProcFiles.lines(folder.resolve("limits"))) {
            if (line.startsWith(name)) {
                String[] values = ProcFiles.words(line.substring(name.length()));
                return column < values.length ? ProcFiles.limit(values[column]) : Limit.NOT_SEEN;
            }
        }
        return Limit.NOT_SEEN;
    }

    /** Returns threads and resident memory, which are in the same file. */
    public Status status() {
        List<String> lines = ProcFiles.lines(folder.resolve("status"));
        return new Status((int) ProcFiles.value(lines, "Threads"), ProcFiles.value(lines, "VmRSS"));
    }

    /**
     * Threads and resident memory at one moment.
     *
     * @param threads threads of the operating system
     * @param rssBytes resident set, in bytes
     */
    public record Status(int threads, long rssBytes) {}

    public Observation pageTableBytes() {
        return Observation.ofNegativeNotSeen(ProcFiles.value(ProcFiles.lines(folder.resolve("status")), "VmPTE"));
    }

    /**
     * Returns the proportional set in bytes. The kernel walks through all mappings for it, which takes milliseconds for
     * a large process.
     */
    public long pssBytes() {
        return ProcFiles.value(ProcFiles.lines(folder.resolve("smaps_rollup")), "Pss");
    }

    /**
     * Returns the resident bytes in the addresses of a heap. The kernel walks through the pages of all mappings up to the
     * end of the heap. Below 32 GiB a heap comes first, and reading 800 MiB of it takes 3 ms, whatever the process has
     * besides; a larger one lies among the stacks of the threads, and 8000 mappings before it take 50 to 300 ms.
     */
    public Observation residentBytes(HeapRanges heap) {
        try (BufferedReader smaps = Files.newBufferedReader(folder.resolve("smaps"), StandardCharsets.ISO_8859_1)) {
            return heap.residentBytes(smaps);
        } catch (IOException | RuntimeException e) {
            return Observation.NOT_SEEN;
        }
    }

    /**
     * Returns the processor time of all threads since the start of the process, in ns, with a resolution of one tick
     * (10 ms).
     */
    public long cpuNanos() {
        long ticks = ThreadTimes.Stat.parse(ProcFiles.firstLine(folder.resolve("stat")))
                .ticks();
        return ticks < 0 ? ProcFiles.UNSEEN : ticks * units.tickNanos();
    }

    /** Returns the processor time of the process and of its children that have ended, in ns; both -1 if they are not seen. */
    public TreeCpu.ProcessTimes times() {
        ThreadTimes.Stat stat = ThreadTimes.Stat.parse(ProcFiles.firstLine(folder.resolve("stat")));
        return stat.ticks() < 0 || stat.endedTicks() < 0
                ? new TreeCpu.ProcessTimes(ProcFiles.UNSEEN, ProcFiles.UNSEEN)
                : new TreeCpu.ProcessTimes(stat.ticks() * units.tickNanos(), stat.endedTicks() * units.tickNanos());
    }

    /** Returns true if its priority is lowered (nice), so that it gives way to others; false if that is not seen. */
    public boolean isOfLowerPriority() {
        String stat = ProcFiles.firstLine(folder.resolve("stat"));
        String[] fields = ProcFiles.words(stat.substring(stat.lastIndexOf(')') + 1));
        return fields.length > NICENESS && ProcFiles.number(fields[NICENESS]) > 0;
    }

    /** Returns how many pages the process has waited for since its start, since the kernel had to read them from disk. */
    public Observation majorFaults() {
        return Observation.ofNegativeNotSeen(ThreadTimes.Stat.parse(ProcFiles.firstLine(folder.resolve("stat")))
                .majorFaults());
    }

    /** Returns the name of the program, which the kernel cuts off after 15 bytes; empty if it cannot be read. */
    public String name() {
        return ThreadTimes.Stat.parse(ProcFiles.firstLine(folder.resolve("stat")))
                .name();
    }

    /** Returns the path of its executable; empty if it is not seen. */
    public String program() {
        return ProcFiles.link(folder.resolve("exe"));
    }

    /** Returns a reader of the processor times of the threads, which has read nothing yet. */
    public ThreadTimes threadTimes() {
        return new ThreadTimes(folder.resolve("task"), units.tickNanos(), System::nanoTime);
    }

    /** Returns the number of processors on which the process may run; -1 if not seen. */
    public int allowedProcessors() {
        return countOfList(allowedList());
    }

    private String allowedList() {
        return statusText(folder, "Cpus_allowed_list:");
    }

    /** Returns the number of processors on which this process, or the other one as far as that is seen, may run; -1 if not seen. */
    public int allowedProcessorsWith(ProcessReader other) {
        return allowedProcessors() < 0
                ? (int) ProcFiles.UNSEEN
                : countOfList(allowedList() + "," + other.allowedList());
    }

    /** Returns how many different numbers a list such as {@code 0-3,8} contains. */
    public static int countOfList(String list) {
        BitSet numbers = new BitSet();
        for (String range : list.split(",")) {
            String[] ends = range.strip().split("-");
            long first = ProcFiles.number(ends[0]);
            long last = ends.length > 1 ? ProcFiles.number(ends[1]) : first;
            if (first < 0 || last < first || last > MAX_PROCESSORS) {
                return (int) ProcFiles.UNSEEN;
            }
            numbers.set((int) first, (int) last + 1);
        }
        return numbers.cardinality();
    }

    /**
     * Returns the number of memory mappings. The kernel writes a line for each, which takes milliseconds for a JVM with
     * thousands of threads.
     */
    public long mappings() {
        Path maps = folder.resolve("maps");
        try (Stream<String> lines = Files.lines(maps, StandardCharsets.ISO_8859_1)) {
            // For a process that has just ended the file still exists, but is empty.
            long count = lines.count();
            return count == 0 ? ProcFiles.UNSEEN : count;
        } catch (IOException | RuntimeException e) {
            return ProcFiles.UNSEEN;
        }
    }

    /** Returns the real user, whose processes and threads are limited. */
    public long realUser() {
        return realUser(folder);
    }

    public static long realUser(Path folder) {
        String[] users = ProcFiles.words(statusText(folder, "Uid:"));
        return users.length == 0 ? ProcFiles.UNSEEN : ProcFiles.number(users[0]);
    }

    /**
     * Returns true if RLIMIT_NPROC does not bind the process: root and two capabilities are exempt if they belong to
     * the host rather than to a user namespace (copy_process in the kernel's fork.c).
     */
    public boolean exemptFromProcessLimit() {
        boolean ofHost = List.of(ProcFiles.words(ProcFiles.firstLine(folder.resolve("uid_map"))))
                .equals(List.of("0", "0", ALL_USERS));
        return ofHost && (realUser() == 0 || (effectiveCapabilities() & (CAP_SYS_ADMIN | CAP_SYS_RESOURCE)) != 0);
    }

    private long effectiveCapabilities() {
        try {
            return Long.parseUnsignedLong(statusText(folder, "CapEff:"), 16);
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    private static String statusText(Path folder, String heading) {
        return ProcFiles.lines(folder.resolve("status")).stream()
                .filter(line -> line.startsWith(heading))
                .findFirst()
                .map(line -> line.substring(heading.length()).strip())
                .orElse("");
    }

    /** Returns true if its cgroups are outside of the namespace of this process, as those of another container are. */
    boolean seesOwnCgroups() {
        return cgroupLines().anyMatch(line -> line.matches("[^:]*:[^:]*:/\\.\\..*"));
    }

    /** Returns its root folder, in its own mount namespace. */
    Path root() {
        return folder.resolve("root");
    }

    /**
     * Returns the lines of /proc/&lt;pid&gt;/cgroup. If its cgroups are outside of the namespace of this process, their paths are
     * those in its own mounts, and those without a mount are left out.
     */
    List<String> cgroups() {
        if (!seesOwnCgroups()) {
            return cgroupLines().toList();
        }
        List<String> mounted = ProcFiles.lines(folder.resolve("mountinfo")).stream()
                .filter(line -> line.contains(" - cgroup"))
                .map(line -> ProcFiles.words(line)[MOUNTED])
                .distinct()
                .toList();
        return cgroupLines()
                .flatMap(line -> mounted.stream()
                        .filter(root -> (line + "/").contains(":" + root + "/"))
                        .limit(1)
                        .map(root -> line.replace(":" + root, ":/")))
                .toList();
    }

    private Stream<String> cgroupLines() {
        return ProcFiles.lines(folder.resolve("cgroup")).stream();
    }
}
