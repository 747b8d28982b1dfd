package io.ceiling.harness.os;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The threads of all processes in the pid namespace of this process. Counting looks at every process, which takes some
 * milliseconds, or a tenth of a second with 30 000 threads.
 *
 * @param usedPids process numbers that the namespace cannot assign: those in use and those that it never assigns
 *     twice
 * @param userThreads processes and threads of the given user; -1 if none was given
 */
public record ThreadCount(long usedPids, long userThreads) {

    // Lowest number that is assigned again; lower ones are assigned once, when the system starts (RESERVED_PIDS in
    // the kernel's pid.c).
    private static final int FIRST_REUSED = 300;

    /**
     * Counts the threads.
     *
     * @param user user whose threads are counted separately; -1 for none
     */
    public static ThreadCount of(Path proc, long user) {
        long reused = 0;
        long ofUser = 0;
        Optional<List<Path>> processes = ProcFiles.numberedEntries(proc);
        if (processes.isEmpty()) {
            return new ThreadCount(ProcFiles.UNSEEN, ProcFiles.UNSEEN);
        }
        for (Path process : processes.get()) {
            List<Path> threads =
                    ProcFiles.numberedEntries(process.resolve("task")).orElse(List.of());
            reused += threads.stream()
                    .filter(thread -> ProcFiles.numberOf(thread) >= FIRST_REUSED)
                    .count();
            if (user >= 0 && ProcessReader.realUser(process) == user) {
                ofUser += threads.size();
            }
        }
        return new ThreadCount(FIRST_REUSED + reused, user < 0 ? ProcFiles.UNSEEN : ofUser);
    }
}
