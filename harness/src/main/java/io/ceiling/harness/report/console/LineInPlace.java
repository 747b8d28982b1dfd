package io.ceiling.harness.report.console;

import java.io.PrintStream;

/** A line at the end of a terminal that is rewritten in place. Elsewhere nothing is printed until it is complete. */
public final class LineInPlace {

    private final PrintStream out;
    private final String prefix;
    private final boolean terminal;
    private final int width;

    /**
     * Prints the beginning of the line, which stays.
     *
     * @param terminal true if a person watches, see {@link Terminal#isAttached}
     */
    public LineInPlace(PrintStream out, String prefix, boolean terminal) {
        this(out, prefix, terminal, terminal ? Terminal.columns() : Integer.MAX_VALUE);
    }

    LineInPlace(PrintStream out, String prefix, boolean terminal, int width) {
        this.out = out;
        this.prefix = prefix;
        this.terminal = terminal;
        this.width = width;
        out.print(prefix);
        out.flush();
    }

    /** Returns the number of characters that can stand behind the beginning without a second line. */
    public int room() {
        return Math.max(0, width - prefix.length() - 1);
    }

    /** Replaces the text after the beginning of the line; only on a terminal. */
    public void show(String words) {
        if (terminal) {
            out.print(Progress.CLEAR_LINE + prefix + words);
            out.flush();
        }
    }

    public void end(String words) {
        show("");
        out.println(words);
    }
}
