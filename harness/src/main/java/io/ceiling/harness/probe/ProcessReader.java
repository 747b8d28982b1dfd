package io.ceiling.harness.probe;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Reads one process from /proc/&lt;pid&gt;, without its help, so that it works on a process that hangs.
 *
 * <p>Thread-safe. Everything is -1 if it cannot be seen: the process is gone, belongs to somebody else, or there is no /proc.
 */
public final class ProcessReader {

    private static final String OPEN_FILES = "Max open files";

    private final Path folder;
    private final KernelUnits units;
    private final boolean kernelCountsDescriptors;

    public ProcessReader(long pid) {
        this(Path.of("/proc"), pid);
    }

    ProcessReader(Path proc, long pid) {
        this.folder = proc.resolve(Long.toString(pid));
        this.units = KernelUnits.read(proc);
        this.kernelCountsDescriptors = kernelCountsDescriptors(proc);
    }

    /**
     * Whether the size of the folder /proc/&lt;pid&gt;/fd is the number of entries, as since Linux 6.2: then nobody needs to walk
     * through 20 000 of them.
     */
    private static boolean kernelCountsDescriptors(Path proc) {
        String[] release = ProcFiles.text(proc.resolve("sys/kernel/osrelease")).split("[.\\-]");
        if (release.length < 2) {
            return false;
        }
        long major = ProcFiles.number(release[0]);
        return major > 6 || (major == 6 && ProcFiles.number(release[1]) >= 2);
    }

    /** Open descriptors now. */
    public long openDescriptors() {
        Path descriptors = folder.resolve("fd");
        try {
            return kernelCountsDescriptors ? Files.size(descriptors) : entries(descriptors);
        } catch (IOException | RuntimeException e) {
            return ProcFiles.UNSEEN;
        }
    }

    private static long entries(Path folder) throws IOException {
        long count = 0;
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
            for (Path ignored : entries) {
                count++;
            }
        }
        return count;
    }

    /** Soft limit of open descriptors; -1 if there is none. */
    public long maxDescriptors() {
        return limit(OPEN_FILES, 0);
    }

    /** A row of /proc/&lt;pid&gt;/limits: column 0 is the soft limit, 1 the hard one. */
    long limit(String name, int column) {
        for (String line : ProcFiles.lines(folder.resolve("limits"))) {
            if (line.startsWith(name)) {
                String[] values = ProcFiles.words(line.substring(name.length()));
                return column < values.length ? ProcFiles.number(values[column]) : ProcFiles.UNSEEN;
            }
        }
        return ProcFiles.UNSEEN;
    }

    /** Threads and resident memory, which one file tells together. */
    public Status status() {
        List<String> lines = ProcFiles.lines(folder.resolve("status"));
        return new Status((int) ProcFiles.value(lines, "Threads"), ProcFiles.value(lines, "VmRSS"));
    }

    /**
     * Two values of one moment.
     *
     * @param threads of the operating system
     * @param rssBytes resident set
     */
    public record Status(int threads, long rssBytes) {}

    /** Proportional set, in bytes; the kernel walks through all mappings for it: milliseconds for a large process. */
    public long pssBytes() {
        return ProcFiles.value(ProcFiles.lines(folder.resolve("smaps_rollup")), "Pss");
    }

    /** Processor time since the start of the process, all threads, to the tick (10 ms). */
    public long cpuNanos() {
        String stat = ProcFiles.text(folder.resolve("stat"));
        // The second field is the name in brackets, which may itself hold blanks and brackets.
        int nameEnd = stat.lastIndexOf(')');
        String[] fields = nameEnd < 0 ? new String[0] : ProcFiles.words(stat.substring(nameEnd + 1));
        if (fields.length < 13) {
            return ProcFiles.UNSEEN;
        }
        long user = ProcFiles.number(fields[11]);
        long system = ProcFiles.number(fields[12]);
        return user < 0 || system < 0 ? ProcFiles.UNSEEN : (user + system) * (1_000_000_000L / units.ticksPerSecond());
    }

    /** Processors that the process may run on; -1 if not seen. */
    public int allowedProcessors() {
        for (String line : ProcFiles.lines(folder.resolve("status"))) {
            if (line.startsWith("Cpus_allowed_list:")) {
                return countOfList(line.substring(line.indexOf(':') + 1).strip());
            }
        }
        return (int) ProcFiles.UNSEEN;
    }

    /** How many numbers a list such as {@code 0-3,8} names. */
    static int countOfList(String list) {
        int count = 0;
        for (String range : list.split(",")) {
            String[] ends = range.strip().split("-");
            long first = ProcFiles.number(ends[0]);
            long last = ends.length > 1 ? ProcFiles.number(ends[1]) : first;
            if (first < 0 || last < first) {
                return (int) ProcFiles.UNSEEN;
            }
            count += (int) (last - first + 1);
        }
        return count;
    }

    /** The lines of /proc/&lt;pid&gt;/cgroup. */
    List<String> cgroups() {
        return ProcFiles.lines(folder.resolve("cgroup"));
    }
}
