package io.ceiling.harness.observe;

import io.ceiling.container.Limit;
import io.ceiling.harness.os.CgroupReader;
import io.ceiling.harness.os.KernelRelease;
import io.ceiling.harness.os.ProcFiles;
import io.ceiling.harness.os.ProcessReader;
import io.ceiling.harness.os.ThreadCount;
import io.ceiling.harness.reading.HostLimits;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.ThreadHeadroom;
import io.ceiling.harness.reading.ThreadHeadroom.ThreadUse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Counts the resources that limit the next thread of a server process.
 *
 * <p>Thread-safe. It starts no thread and no process, so it works when no more can be started. Everything except the
 * counter of refusals is read on request, because counting the mappings and threads of a large server takes a tenth
 * of a second.
 */
public final class ThreadHeadroomProbe {

    private final Path proc;
    private final ProcessReader process;
    private final CgroupReader cgroup;
    private final HostLimits limits;
    private final long user;
    private final boolean exempt;
    private final List<CgroupReader.Pids> groupsAtStart;

    /**
     * Creates a probe of a process, which must be alive. Earlier refusals of its cgroups do not count.
     *
     * @param limits limits of that process
     */
    public ThreadHeadroomProbe(long pid, HostLimits limits) {
        this(Path.of("/proc"), pid, new CgroupReader(pid), limits);
    }

    ThreadHeadroomProbe(Path proc, long pid, CgroupReader cgroup, HostLimits limits) {
        this.proc = proc;
        this.process = new ProcessReader(proc, pid);
        this.cgroup = cgroup;
        this.limits = limits;
        this.user = process.realUser();
        this.exempt = process.exemptFromProcessLimit();
        this.groupsAtStart = cgroup.pids();
    }

    /**
     * Returns the current use. Blocks for a tenth of a second if there are tens of thousands of threads.
     *
     * @param errorFile file to which the JVM writes its hs_err if it crashes, which then has the last count of its
     *     mappings
     */
    public ThreadHeadroom now(Path errorFile) {
        return now(Optional.of(errorFile));
    }

    /**
     * Returns the current use as above.
     *
     * @param errorFile the hs_err of the JVM; empty if there is none that may be read
     */
    public ThreadHeadroom now(Optional<Path> errorFile) {
        ThreadCount threads = ThreadCount.of(proc, user);
        long hostThreads = hostThreads();
        List<CgroupReader.Pids> groups = cgroup.pids();
        OptionalInt tightest = tightest(groups);
        return new ThreadHeadroom(
                Math.max(0, process.status().threads()),
                use(
                        Math.max(
                                process.mappings(),
                                errorFile.map(CrashFile::mappings).orElse(ProcFiles.UNSEEN)),
                        limits.maxMapCount()),
                use(hostThreads, limits.threadsMax()),
                use(usedPids(threads, hostThreads), limits.pidMax()),
                tightest.isPresent() ? groups.get(tightest.getAsInt()).use() : ThreadUse.UNSEEN,
                tightest.isPresent() ? refused(groups, tightest.getAsInt()) : Observation.NOT_SEEN,
                use(threads.userThreads(), exempt ? Limit.UNLIMITED : limits.nproc()));
    }

    private static ThreadUse use(long count, Limit limit) {
        return new ThreadUse(Observation.ofNegativeNotSeen(count), limit);
    }

    private long hostThreads() {
        String[] words = ProcFiles.words(ProcFiles.firstLine(proc.resolve("loadavg")));
        return words.length < 4 ? ProcFiles.UNSEEN : ProcFiles.number(words[3].replaceFirst(".*/", ""));
    }

    // Before Linux 6.14 pid_max applied to the whole host, so threads in other namespaces counted as well.
    private long usedPids(ThreadCount threads, long hostThreads) {
        return KernelRelease.isAtLeast(proc, 6, 14) ? threads.usedPids() : Math.max(threads.usedPids(), hostThreads);
    }

    private static OptionalInt tightest(List<CgroupReader.Pids> groups) {
        return IntStream.range(0, groups.size())
                .filter(i -> groups.get(i).use().isLimited())
                .boxed()
                .min(Comparator.comparingLong(i -> left(groups, i)))
                .stream()
                .mapToInt(Integer::intValue)
                .findFirst();
    }

    // Returns the refusals since the start, by the server's own cgroup or by the tightest one above it. Notes. In
    // version 1, and in version 2 before Linux 6.11, a refusal is counted in the cgroup of the requesting process,
    // regardless of the cgroup that refused it; since then in the cgroup that refused it, and in all above that one.
    // So an increase above the own cgroup may be that of a neighbour, unless that cgroup is full.
    private Observation refused(List<CgroupReader.Pids> groups, int tightest) {
        Observation own = risen(groups, 0);
        boolean full = left(groups, tightest) <= 0;
        return full && !own.isAtLeast(1) && risen(groups, tightest).isSeen() ? risen(groups, tightest) : own;
    }

    private static long left(List<CgroupReader.Pids> groups, int index) {
        return groups.get(index).use().headroom().orElse(Long.MAX_VALUE);
    }

    private Observation risen(List<CgroupReader.Pids> groups, int index) {
        return groups.get(index).refused().since(groupsAtStart.get(index).refused());
    }

    // Reads the fatal error log (hs_err) of a crashed JVM, the last information about that process.
    private static final class CrashFile {

        // Matches a line of /proc/<pid>/maps, all of which the JVM copies below a heading.
        private static final Predicate<String> MAPPING =
                Pattern.compile("^[0-9a-f]+-[0-9a-f]+ [r-][w-][x-][ps] ").asPredicate();

        private static final String HEADING = "Dynamic libraries:";

        private CrashFile() {}

        /** Returns the number of memory mappings; -1 if there is no such file, or it lists none. */
        static long mappings(Path file) {
            try (Stream<String> lines = Files.lines(file, StandardCharsets.ISO_8859_1)) {
                long count = lines.dropWhile(line -> !line.startsWith(HEADING))
                        .skip(1)
                        .takeWhile(MAPPING)
                        .count();
                return count == 0 ? ProcFiles.UNSEEN : count;
            } catch (IOException | UncheckedIOException e) {
                return ProcFiles.UNSEEN;
            }
        }
    }
}
