package io.ceiling.protocol;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.util.regex.Pattern;

/** Writes the small JSON texts of the protocol. */
public final class Json {

    private static final int LONGEST_ECHO = 100;
    private static final Pattern NOT_SHOWN = Pattern.compile("[\\p{Cntrl}\\x{80}-\\x{9f}\\x{2028}\\x{2029}]");

    private Json() {}

    /** Returns the text as a JSON string, quotes included. */
    public static String quote(String text) {
        return '"' + new String(JsonStringEncoder.getInstance().quoteAsString(text)) + '"';
    }

    /** Returns {@code {"error":"..."}}. */
    public static String error(String message) {
        return "{\"error\":" + quote(message) + "}";
    }

    /**
     * Returns text from outside for an error message of one line: cut to a length that can be sent back, and with a
     * question mark for each line break and each character that a terminal obeys.
     */
    public static String echo(String text) {
        String start = text.length() <= LONGEST_ECHO ? text : text.substring(0, LONGEST_ECHO) + "...";
        return NOT_SHOWN.matcher(start).replaceAll("?");
    }
}
