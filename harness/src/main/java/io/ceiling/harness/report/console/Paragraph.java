package io.ceiling.harness.report.console;

import java.util.ArrayList;
import java.util.List;

/** Breaks a text into lines that fit on a screen. Pure functions. */
public final class Paragraph {

    /** Most characters of a line. */
    static final int WIDTH = 100;

    private Paragraph() {}

    /**
     * Returns the whole text in lines of at most {@link #WIDTH} characters. A word that is longer has a line of its own.
     *
     * @param begun beginning of the first line
     * @param indent spaces before each further line
     */
    public static List<String> of(String begun, int indent, String text) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder(begun);
        boolean empty = true;
        for (String word : text.split(" ")) {
            if (!empty && line.length() + 1 + word.length() > WIDTH) {
                lines.add(line.toString());
                line = new StringBuilder(" ".repeat(indent));
                empty = true;
            }
            line.append(empty ? "" : " ").append(word);
            empty = false;
        }
        lines.add(line.toString().stripTrailing());
        return lines;
    }
}
