package io.ceiling.webapp;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Sends the small JSON answers of the endpoints. */
public final class JsonAnswer {

    private JsonAnswer() {}

    /** Sends the answer as application/json with its length. */
    public static void send(HttpServletResponse response, int status, String json) throws IOException {
        send(response, status, json.getBytes(StandardCharsets.UTF_8));
    }

    public static void send(HttpServletResponse response, int status, byte[] json) throws IOException {
        response.setStatus(status);
        response.setContentType("application/json");
        // The answer may contain text from a client, in which a browser must not look for HTML.
        response.setHeader("X-Content-Type-Options", "nosniff");
        response.setContentLength(json.length);
        response.getOutputStream().write(json);
    }
}
