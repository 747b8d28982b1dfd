package io.ceiling.harness.os;

import io.ceiling.harness.reading.BusiestThread;
import io.ceiling.harness.reading.DutyCycle;
import io.ceiling.harness.reading.Observation;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;

/**
 * Finds the busiest thread of a process, from /proc/&lt;pid&gt;/task.
 *
 * <p>The kernel has a file for each thread, so they are read twice a second at most, less often if a reading takes more
 * than its share of the time in between, and not at all of a process with more than {@value #MAX_THREADS} threads.
 * Threads that collect garbage or compile are left out: they do not serve connections, and server-gc has its own
 * evidence. Thread-safe.
 */
public final class ThreadTimes {

    static final int MAX_THREADS = 2_000;

    private static final long MIN_SPAN_NANOS = 500_000_000;
    // Starts of the names of threads of HotSpot that collect or compile, as the kernel cuts them off.
    private static final List<String> NOT_SERVING = List.of(
            "GC Thread",
            "GC task",
            "G1 ",
            "ZWorker",
            "ZDriver",
            "Shenandoah",
            "Concurrent Mark",
            "VM Thread",
            "VM Periodic",
            "C1 Compiler",
            "C2 Compiler",
            "JVMCI");

    private final Path tasks;
    private final long tickNanos;
    private final LongSupplier nanoTime;
    private Map<Long, Long> before = Map.of();
    private boolean isFirst = true;
    private long readAtNanos;
    private long pauseNanos;

    /**
     * Creates a reader that has read nothing yet.
     *
     * @param tasks folder with a folder for each thread
     * @param tickNanos unit of processor time, in ns
     */
    ThreadTimes(Path tasks, long tickNanos, LongSupplier nanoTime) {
        this.tasks = tasks;
        this.tickNanos = tickNanos;
        this.nanoTime = nanoTime;
    }

    /**
     * Returns the busiest thread since the last reading; not seen if this is the first one, or if it is too early for
     * another one.
     *
     * @param threads number of threads of the process; negative if not known
     * @param share what readings may take
     */
    public synchronized BusiestThread busiest(long threads, DutyCycle share) {
        long now = nanoTime.getAsLong();
        if (threads > MAX_THREADS || (!isFirst && now - readAtNanos < pauseNanos)) {
            return BusiestThread.NOT_SEEN;
        }
        Map<Long, Long> after = new HashMap<>();
        BusiestThread busiest = read(after, now);
        boolean hadBefore = !isFirst;
        isFirst = false;
        before = after;
        readAtNanos = now;
        pauseNanos = share.nanos(MIN_SPAN_NANOS, nanoTime.getAsLong() - now);
        return hadBefore ? busiest : BusiestThread.NOT_SEEN;
    }

    private BusiestThread read(Map<Long, Long> after, long now) {
        BusiestThread busiest = BusiestThread.NOT_SEEN;
        Optional<List<Path>> folders = ProcFiles.numberedEntries(tasks);
        if (folders.isEmpty()) {
            return BusiestThread.NOT_SEEN;
        }
        for (Path folder : folders.get()) {
            long id = ProcFiles.numberOf(folder);
            Stat stat = Stat.parse(ProcFiles.firstLine(folder.resolve("stat")));
            if (id < 0 || stat.ticks() < 0 || NOT_SERVING.stream().anyMatch(stat.name()::startsWith)) {
                continue;
            }
            after.put(id, stat.ticks());
            // A thread that is new has used all its time since.
            long used = Math.max(0, stat.ticks() - before.getOrDefault(id, 0L)) * tickNanos;
            if (used > busiest.cpuNanos().orElse(-1)) {
                busiest = new BusiestThread(
                        Observation.of(id),
                        stat.name(),
                        Observation.of(used),
                        Observation.of(Math.max(0, now - readAtNanos)));
            }
        }
        return busiest;
    }

    /**
     * The name and the processor time in a stat file of a process or of a thread.
     *
     * @param name name, in printable ASCII
     * @param parent number of the parent process; -1 if it cannot be read
     * @param ticks processor time, in ticks; -1 if it cannot be read
     * @param endedTicks processor time of children that have ended, in ticks; -1 if it cannot be read
     * @param majorFaults pages that were waited for, since the kernel read them from disk; -1 if it cannot be read
     */
    record Stat(String name, long parent, long ticks, long endedTicks, long majorFaults) {

        private static final Pattern NOT_PRINTABLE = Pattern.compile("[^ -~]");
        private static final Stat NOT_SEEN =
                new Stat("", ProcFiles.UNSEEN, ProcFiles.UNSEEN, ProcFiles.UNSEEN, ProcFiles.UNSEEN);

        static Stat parse(String line) {
            // The second field is the name in parentheses, which may itself contain blanks and parentheses.
            int nameStart = line.indexOf('(');
            int nameEnd = line.lastIndexOf(')');
            String[] fields = nameEnd < 0 ? new String[0] : ProcFiles.words(line.substring(nameEnd + 1));
            if (fields.length < 13 || nameStart < 0 || nameStart > nameEnd) {
                return NOT_SEEN;
            }
            String name = NOT_PRINTABLE
                    .matcher(line.substring(nameStart + 1, nameEnd))
                    .replaceAll("?");
            return new Stat(
                    name,
                    ProcFiles.number(fields[1]),
                    sum(fields, 11),
                    fields.length < 15 ? ProcFiles.UNSEEN : sum(fields, 13),
                    ProcFiles.number(fields[9]));
        }

        // Returns the sum of the ticks for the user and those for the system; -1 if one of them is none.
        private static long sum(String[] fields, int first) {
            long user = ProcFiles.number(fields[first]);
            long system = ProcFiles.number(fields[first + 1]);
            return user >= 0 && system >= 0 && user + system >= 0 ? user + system : ProcFiles.UNSEEN;
        }
    }
}
