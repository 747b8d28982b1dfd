package io.ceiling.harness.observe;

import io.ceiling.harness.os.ProcFiles;
import io.ceiling.harness.result.law.ThreadPlace;
import io.ceiling.harness.result.law.ThreadsByPlace;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Counts the threads of processes by their names and by the function of the kernel in which they sleep. It needs no
 * cooperation of a process, so it works with any program.
 */
final class ProcessTasks {

    // The kernel has several files for each thread.
    private static final int MAX_THREADS = 2_000;

    private final Path proc;

    ProcessTasks(Path proc) {
        this.proc = proc;
    }

    /** Returns the threads of these processes of this host. */
    static ThreadsByPlace of(List<Long> pids) {
        return new ProcessTasks(Path.of("/proc")).crowd(pids);
    }

    /** Returns the threads of these processes. */
    ThreadsByPlace crowd(List<Long> pids) {
        Map<ThreadPlace, Integer> groups = new HashMap<>();
        int seen = 0;
        for (long pid : pids) {
            Path process = proc.resolve(Long.toString(pid));
            for (Path task : ProcFiles.numberedEntries(process.resolve("task")).orElse(List.of())) {
                if (++seen > MAX_THREADS) {
                    return ThreadsByPlace.notSeen("more than %d threads".formatted(MAX_THREADS));
                }
                standing(task).ifPresent(standing -> groups.merge(standing, 1, Integer::sum));
            }
        }
        return groups.isEmpty()
                ? ThreadsByPlace.notSeen("no thread of the process can be seen")
                : ThreadsByPlace.ofKernel(groups);
    }

    private static Optional<ThreadPlace> standing(Path task) {
        try {
            String name = text(task.resolve("comm")).replaceAll("\\d+", "*");
            String stat = text(task.resolve("stat"));
            // The name before the state is in brackets and may have any character.
            String state = stat.substring(stat.lastIndexOf(')') + 2).substring(0, 1);
            String kernel = text(task.resolve("wchan"));
            return Optional.of(new ThreadPlace(
                    name, state.equals("R") || kernel.isEmpty() || kernel.equals("0") ? running(state) : kernel, ""));
        } catch (IOException | IndexOutOfBoundsException e) {
            return Optional.empty();
        }
    }

    private static String running(String state) {
        return state.equals("R") ? "code of its own" : "";
    }

    private static String text(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8).strip();
    }
}
