package io.ceiling.webapp;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** Writes the small JSON answers of the endpoints. */
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

    /** Sends the answer as application/json with its length. */
    public static void send(HttpServletResponse response, int status, String json) throws IOException {
        send(response, status, json.getBytes(StandardCharsets.UTF_8));
    }

    static void send(HttpServletResponse response, int status, byte[] json) throws IOException {
        response.setStatus(status);
        response.setContentType("application/json");
        // The answer may contain text from a client, in which a browser must not look for HTML.
        response.setHeader("X-Content-Type-Options", "nosniff");
        response.setContentLength(json.length);
        response.getOutputStream().write(json);
    }
}
