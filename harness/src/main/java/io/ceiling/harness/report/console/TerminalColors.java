package io.ceiling.harness.report.console;

import java.util.List;
import java.util.Locale;

/** Colours the lines of a screen for a terminal, unless the variable NO_COLOR is set. */
public final class TerminalColors {

    static final String BOLD = "\u001b[1m";
    static final String YELLOW = "\u001b[33m";
    static final String PLAIN = "\u001b[0m";

    private static final int TITLE = 4;
    private static final boolean WANTED = System.getenv("NO_COLOR") == null;

    private TerminalColors() {}

    /**
     * Returns the lines as they are printed.
     *
     * @param terminal true if a person watches, see {@link Terminal#isAttached}
     */
    public static List<String> of(List<String> lines, boolean terminal) {
        return terminal && WANTED ? lines.stream().map(TerminalColors::of).toList() : lines;
    }

    private static String of(String line) {
        if (line.startsWith(RunScreen.WARNING) || line.contains("INVALID")) {
            return YELLOW + line + PLAIN;
        }
        boolean isTitle = line.length() >= TITLE
                && line.substring(0, TITLE).equals(line.substring(0, TITLE).toUpperCase(Locale.ROOT))
                && Character.isLetter(line.charAt(0));
        return isTitle ? BOLD + line + PLAIN : line;
    }
}
