package io.ceiling.harness.report.console;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Detects whether standard input and output are a terminal, and how wide it is. */
public final class Terminal {

    private static final Path STANDARD_INPUT = Path.of("/proc/self/fd/0");
    private static final Path STANDARD_OUTPUT = Path.of("/proc/self/fd/1");

    /** Columns of a terminal that does not tell its size. */
    static final int DEFAULT_COLUMNS = 100;

    private static final Pattern SIZE = Pattern.compile("(\\d{1,5}) (\\d{1,5})\\s*");
    private static final long PATIENCE_SECONDS = 2;

    private Terminal() {}

    /** Returns the columns of this process's terminal. Blocks for some milliseconds, while stty asks it. */
    public static int columns() {
        Process stty = null;
        try {
            stty = new ProcessBuilder("stty", "size")
                    .redirectInput(Path.of("/dev/tty").toFile())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!stty.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                return DEFAULT_COLUMNS;
            }
            return columns(new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII));
        } catch (IOException e) {
            // Without stty or a controlling terminal.
            return DEFAULT_COLUMNS;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return DEFAULT_COLUMNS;
        } finally {
            if (stty != null) {
                stty.destroyForcibly();
            }
        }
    }

    /** Returns the columns from rows and columns as stty prints them. */
    static int columns(String size) {
        Matcher matcher = SIZE.matcher(size);
        int columns = matcher.matches() ? Integer.parseInt(matcher.group(2)) : 0;
        // A terminal that was never given a size has 0.
        return columns > 0 ? columns : DEFAULT_COLUMNS;
    }

    /**
     * Returns true if standard output is a terminal that can rewrite a line, and a person may watch it: continuous
     * integration, which sets the variable CI, may have a terminal as well. System.console() is no indication: from
     * JDK 22 on it exists even if output is redirected.
     */
    public static boolean isAttached() {
        return !"dumb".equals(System.getenv("TERM")) && System.getenv("CI") == null && isTerminal(STANDARD_OUTPUT);
    }

    public static boolean isInput() {
        return isTerminal(STANDARD_INPUT);
    }

    private static boolean isTerminal(Path descriptor) {
        try {
            String target = Files.readSymbolicLink(descriptor).toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console");
        } catch (IOException | UnsupportedOperationException e) {
            // Without /proc its kind is not known; plain lines are always correct.
            return false;
        }
    }
}
