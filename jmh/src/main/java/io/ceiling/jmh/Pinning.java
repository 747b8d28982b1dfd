package io.ceiling.jmh;

import io.ceiling.harness.os.ProcFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;

/**
 * Pins client and server to one processor if one operation runs at a time. Otherwise the kernel's choice of processors,
 * which lasts for a whole fork, would decide the time.
 *
 * <p>Pinning follows the start of both JVMs, so that they size collectors, compilers and pools for all processors.
 */
final class Pinning {

    private static final long TIMEOUT_SECONDS = 10;
    private static final String ALLOWED = "Cpus_allowed_list:";

    private Pinning() {}

    /** Pins all threads of this process and of the given one; returns one line with the result. */
    static String pin(long server) throws InterruptedException {
        OptionalInt processor = firstProcessor(ProcFiles.lines(Path.of("/proc/self/status")));
        if (processor.isEmpty()) {
            return "# Not pinned: the processors of this process cannot be seen";
        }
        for (long pid : List.of(server, ProcessHandle.current().pid())) {
            try {
                Process taskset = new ProcessBuilder(command(processor.getAsInt(), pid))
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
                if (!taskset.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS) || taskset.exitValue() != 0) {
                    taskset.destroyForcibly();
                    return "# Not pinned: taskset refused pid %d".formatted(pid);
                }
            } catch (IOException e) {
                return "# Not pinned: taskset is missing";
            }
        }
        return "# Pinned: client and server run on processor %d".formatted(processor.getAsInt());
    }

    static List<String> command(int processor, long pid) {
        return List.of("taskset", "-a", "-c", "-p", Integer.toString(processor), Long.toString(pid));
    }

    /** Returns the first allowed processor in the lines of a process's status. */
    static OptionalInt firstProcessor(List<String> status) {
        return status.stream()
                .filter(line -> line.startsWith(ALLOWED))
                .map(line -> line.substring(ALLOWED.length()).strip().replaceFirst("[^0-9].*", ""))
                .filter(number -> number.matches("[0-9]{1,6}"))
                .mapToInt(Integer::parseInt)
                .findFirst();
    }
}
