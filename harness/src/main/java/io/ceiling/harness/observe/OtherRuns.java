package io.ceiling.harness.observe;

import io.ceiling.harness.os.KernelUnits;
import io.ceiling.harness.os.ProcFiles;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Finds other measurements of Ceiling on this host in /proc, by the main class in the command line of a process, of any
 * user whose processes can be seen. A file as a lock would be left behind by a kill -9; a process is not.
 *
 * <p>Thread-safe; every call reads /proc.
 */
public final class OtherRuns {

    private static final String HARNESS = "io.ceiling.harness.main.Main";
    private static final String BENCHMARKS = "io.ceiling.jmh.Main";
    private static final Set<String> MEASURING = Set.of("run", "probe", "climb", "rooms", "traffic");

    private final Path proc;
    private final long self;
    private final KernelUnits units;

    public OtherRuns() {
        this(Path.of("/proc"), ProcessHandle.current().pid());
    }

    OtherRuns(Path proc, long self) {
        this.proc = proc;
        this.self = self;
        this.units = KernelUnits.read(proc);
    }

    /**
     * A process of another measurement.
     *
     * @param command such as {@code run}, or {@code benchmarks}
     * @param since start of the process, ISO 8601 in UTC; empty if it cannot be seen
     */
    public record OtherRun(long pid, String command, String since) {

        /** Returns command, pid and start. */
        String text() {
            return "%s, pid %d%s".formatted(command, pid, since.isEmpty() ? "" : ", since " + since);
        }

        /** Returns one line for the user. */
        public String warning() {
            return "another measurement of Ceiling is at work on this host (%s): the figures of both are spoiled"
                    .formatted(text());
        }
    }

    /** Returns the other measurements that are at work now, in the order of their pids. */
    public List<OtherRun> now() {
        List<OtherRun> runs = new ArrayList<>();
        for (Path process : ProcFiles.numberedEntries(proc).orElse(List.of())) {
            long pid = ProcFiles.numberOf(process);
            if (pid > 0 && pid != self) {
                command(process).ifPresent(command -> runs.add(new OtherRun(pid, command, since(process))));
            }
        }
        runs.sort(Comparator.comparingLong(OtherRun::pid));
        return List.copyOf(runs);
    }

    /** Returns one line for each other measurement that is at work now. */
    public List<String> warnings() {
        return now().stream().map(OtherRun::warning).toList();
    }

    private static Optional<String> command(Path process) {
        List<String> words = ProcFiles.commandLine(process);
        if (words.isEmpty() || !words.get(0).endsWith("java")) {
            return Optional.empty();
        }
        int main = words.indexOf(HARNESS);
        if (main > 0) {
            return main + 1 < words.size()
                    ? Optional.of(words.get(main + 1)).filter(MEASURING::contains)
                    : Optional.empty();
        }
        // JMH starts its forks with other main classes.
        int jar = words.indexOf("-jar") + 1;
        boolean benchmarks = words.contains(BENCHMARKS)
                || (jar > 0 && jar < words.size() && Path.of(words.get(jar)).endsWith("benchmarks.jar"));
        return benchmarks ? Optional.of("benchmarks") : Optional.empty();
    }

    private String since(Path process) {
        long booted = ProcFiles.numberAfter(ProcFiles.lines(proc.resolve("stat")), "btime ");
        String stat = ProcFiles.firstLine(process.resolve("stat"));
        String[] fields = ProcFiles.words(stat.substring(stat.lastIndexOf(')') + 1));
        // Field 22 of the line, whose second one is the name in parentheses.
        long ticks = fields.length > 19 ? ProcFiles.number(fields[19]) : ProcFiles.UNSEEN;
        return booted < 0 || ticks < 0
                ? ""
                : Instant.ofEpochSecond(booted + ticks / units.ticksPerSecond())
                        .truncatedTo(ChronoUnit.SECONDS)
                        .toString();
    }
}
