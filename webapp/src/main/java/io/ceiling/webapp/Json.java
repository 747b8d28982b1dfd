package io.ceiling.webapp;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Writes the small JSON answers of the endpoints. */
public final class Json {

    private static final int LONGEST_ECHO = 100;

    private Json() {}

    /** Returns the text as a JSON string, quotes included. */
    public static String quote(String text) {
        return '"' + new String(JsonStringEncoder.getInstance().quoteAsString(text)) + '"';
    }

    /** Returns {@code {"error":"..."}}. */
    public static String error(String message) {
        return "{\"error\":" + quote(message) + "}";
    }

    /** Returns text from a client, cut to a length that can be sent back in an error message. */
    public static String echo(String text) {
        return text.length() <= LONGEST_ECHO ? text : text.substring(0, LONGEST_ECHO) + "...";
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
