package io.ceiling.harness.text;

import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Makes text from outside fit into one line of a message, a table or a CSV file. */
public final class OneLine {

    private static final Pattern BREAK = Pattern.compile("\\R");
    private static final Pattern CONTROL = Pattern.compile("[\\p{Cntrl}\\x{80}-\\x{9f}&&[^\t]]");

    private OneLine() {}

    /**
     * Returns the text without line breaks and the blanks around them, and with a question mark for each control
     * character, which a terminal would obey. Takes time in proportion to the length of the text.
     */
    public static String of(String text) {
        String line = BREAK.splitAsStream(text)
                .map(String::strip)
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(" "));
        return CONTROL.matcher(line).replaceAll("?");
    }
}
