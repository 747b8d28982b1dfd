package io.ceiling.harness.report.console;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Detects whether standard output is a terminal. */
public final class Terminal {

    private static final Path STANDARD_OUTPUT = Path.of("/proc/self/fd/1");

    private Terminal() {}

    /**
     * Returns true if standard output is a terminal that can rewrite a line. System.console() is no indication: from
     * JDK 22 on it exists even if output is redirected.
     */
    public static boolean isAttached() {
        if ("dumb".equals(System.getenv("TERM"))) {
            return false;
        }
        try {
            String target = Files.readSymbolicLink(STANDARD_OUTPUT).toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console");
        } catch (IOException | UnsupportedOperationException e) {
            // Without /proc the kind of output is not known; plain lines are always correct.
            return false;
        }
    }
}
