package io.ceiling.reference;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.util.regex.Pattern;

/** Writes the small JSON texts of the protocol. */
final class Json {

    private static final int LONGEST_ECHO = 100;
    private static final Pattern NOT_SHOWN = Pattern.compile("[\\p{Cntrl}\\x{80}-\\x{9f}\\x{2028}\\x{2029}]");

    private Json() {}

    /** Returns the text as a JSON string, quotes included. */
    static String quote(String text) {
        return '"' + new String(JsonStringEncoder.getInstance().quoteAsString(text)) + '"';
    }

    /** Returns {@code {"error":"..."}}. */
    static String error(String message) {
        return "{\"error\":" + quote(message) + "}";
    }

    /** Returns text from outside for an error message of one line. */
    static String echo(String text) {
        String start = text.length() <= LONGEST_ECHO ? text : text.substring(0, LONGEST_ECHO) + "...";
        return NOT_SHOWN.matcher(start).replaceAll("?");
    }
}
