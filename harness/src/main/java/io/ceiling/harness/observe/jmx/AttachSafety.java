package io.ceiling.harness.observe.jmx;

import io.ceiling.harness.os.ProcFiles;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Decides whether it is safe to attach to a JVM.
 *
 * <p>Notes. To attach, one sends the process a SIGQUIT, unless its socket is there already. A JVM that has not set up
 * its handler, because it is starting, ends at that signal. With -Xrs it never sets it up, but opens the socket when it
 * starts.
 */
final class AttachSafety {

    private static final int SIGQUIT = 3;

    private AttachSafety() {}

    /** Returns why attaching may do harm, in one line; empty if it does none. Without /proc nothing is known of it. */
    static Optional<String> risk(Path proc, long pid) {
        List<String> status = ProcFiles.lines(proc.resolve(Long.toString(pid)).resolve("status"));
        Optional<Long> caught = status.stream()
                .filter(line -> line.startsWith("SigCgt:"))
                .map(line -> mask(line.substring(line.indexOf(':') + 1)))
                .findFirst();
        if (caught.isEmpty()) {
            return Optional.empty();
        }
        JvmKind kind = JvmKind.of(proc, pid);
        if (kind != JvmKind.HOTSPOT) {
            return Optional.of("process %d: %s".formatted(pid, kind.words()));
        }
        boolean catches = (caught.get() & (1L << (SIGQUIT - 1))) != 0;
        return catches || Files.exists(socket(proc, pid), LinkOption.NOFOLLOW_LINKS)
                ? Optional.empty()
                : Optional.of(
                        "process %d does not catch SIGQUIT, with which one attaches, and would end: its JVM is still starting, or its options say so. Hint: try again"
                                .formatted(pid));
    }

    private static long mask(String hex) {
        try {
            return Long.parseUnsignedLong(hex.strip(), 16);
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    /** Returns the socket of the JVM: in its own files, with the number that the process has in its own namespace. */
    static Path socket(Path proc, long pid) {
        Path folder = proc.resolve(Long.toString(pid));
        String own = ProcFiles.lines(folder.resolve("status")).stream()
                .filter(line -> line.startsWith("NSpid:"))
                .map(ProcFiles::words)
                .map(words -> words[words.length - 1])
                .findFirst()
                .orElse(Long.toString(pid));
        return folder.resolve("root/tmp/.java_pid" + own);
    }
}
