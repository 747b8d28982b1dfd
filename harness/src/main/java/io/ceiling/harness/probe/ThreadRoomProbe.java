package io.ceiling.harness.probe;

import io.ceiling.harness.model.HostLimits;
import io.ceiling.harness.model.ThreadRoom;
import io.ceiling.harness.model.ThreadRoom.Use;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * Counts what stands between a server process and its next thread.
 *
 * <p>Thread-safe. Needs no thread and no process of its own, so that it works where there is none left. Everything but the
 * counter of refusals is read at the moment it is asked for, since to count the mappings and threads of a large server takes a
 * tenth of a second.
 */
public final class ThreadRoomProbe {

    private final Path proc;
    private final ProcessReader process;
    private final CgroupReader cgroup;
    private final HostLimits limits;
    private final long user;
    private final boolean exempt;
    private final List<CgroupReader.Pids> groupsAtStart;

    /**
     * A probe of that process, which must be alive; what its groups refused before now does not count.
     *
     * @param limits as they are for that process
     */
    public ThreadRoomProbe(long pid, HostLimits limits) {
        this(Path.of("/proc"), pid, new CgroupReader(pid), limits);
    }

    ThreadRoomProbe(Path proc, long pid, CgroupReader cgroup, HostLimits limits) {
        this.proc = proc;
        this.process = new ProcessReader(proc, pid);
        this.cgroup = cgroup;
        this.limits = limits;
        this.user = process.realUser();
        this.exempt = process.exemptFromProcessLimit();
        this.groupsAtStart = cgroup.pids();
    }

    /**
     * What is in use now; blocks for a tenth of a second if there are tens of thousands of threads.
     *
     * @param errorFile where the JVM writes its hs_err if it crashes: then that is the last that was seen of its mappings
     */
    public ThreadRoom now(Path errorFile) {
        ThreadCount threads = ThreadCount.of(proc, user);
        long hostThreads = hostThreads();
        List<CgroupReader.Pids> groups = cgroup.pids();
        OptionalInt tightest = tightest(groups);
        return new ThreadRoom(
                Math.max(0, process.status().threads()),
                new Use(Math.max(process.mappings(), CrashFile.mappings(errorFile)), limits.maxMapCount()),
                new Use(hostThreads, limits.threadsMax()),
                new Use(numbersTaken(threads, hostThreads), limits.pidMax()),
                tightest.isPresent() ? groups.get(tightest.getAsInt()).use() : Use.UNSEEN,
                tightest.isPresent() ? refused(groups, tightest.getAsInt()) : ProcFiles.UNSEEN,
                new Use(threads.ofUser(), exempt ? ProcFiles.UNSEEN : limits.nproc()));
    }

    /** Of the whole host, whatever namespace this is: 12 of 378 runnable, say. */
    private long hostThreads() {
        String[] words = ProcFiles.words(ProcFiles.text(proc.resolve("loadavg")));
        return words.length < 4 ? ProcFiles.UNSEEN : ProcFiles.number(words[3].replaceFirst(".*/", ""));
    }

    /** Before Linux 6.14 pid_max was one for the whole host, so that threads in other namespaces counted as well. */
    private long numbersTaken(ThreadCount threads, long hostThreads) {
        return KernelRelease.isAtLeast(proc, 6, 14)
                ? threads.numbersTaken()
                : Math.max(threads.numbersTaken(), hostThreads);
    }

    private static OptionalInt tightest(List<CgroupReader.Pids> groups) {
        return IntStream.range(0, groups.size())
                .filter(i -> groups.get(i).use().isLimited())
                .boxed()
                .min(Comparator.comparingLong(i -> groups.get(i).left()))
                .stream()
                .mapToInt(Integer::intValue)
                .findFirst();
    }

    /**
     * Refusals since the start, by the server's own group or by the tightest above it.
     *
     * <p>Notes. In version 1, and in version 2 before Linux 6.11, a refusal counts in the group of whoever asked, whichever group
     * on the way up refused it; since then in the group that refused it, and in all above that one. So a rise above the own
     * group may be a neighbour's, unless that group is full.
     */
    private long refused(List<CgroupReader.Pids> groups, int tightest) {
        long own = risen(groups, 0);
        boolean full = groups.get(tightest).left() <= 0;
        return own <= 0 && full ? Math.max(own, risen(groups, tightest)) : own;
    }

    private long risen(List<CgroupReader.Pids> groups, int index) {
        long before = groupsAtStart.get(index).refused();
        long after = groups.get(index).refused();
        return before < 0 || after < 0 ? ProcFiles.UNSEEN : after - before;
    }
}
