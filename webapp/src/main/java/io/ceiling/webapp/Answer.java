package io.ceiling.webapp;

import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** The answer that {@code /answer} and its two asynchronous forms have in common: as little as a servlet can do. */
final class Answer {

    private static final byte[] BODY = "answered\n".getBytes(StandardCharsets.US_ASCII);

    private Answer() {}

    /** Looks at the query string alone: to have the container parse it would be a good part of such a request. */
    static void refuseParameters(HttpServletRequest request) throws RefusedException {
        String query = request.getQueryString();
        if (query != null && !query.isEmpty()) {
            throw new RefusedException(
                    RefusedException.BAD_REQUEST, "no parameter is allowed, was '%s'".formatted(Json.echo(query)));
        }
    }

    static void write(ServletResponse response) throws IOException {
        response.setContentType("text/plain;charset=UTF-8");
        response.setContentLength(BODY.length);
        response.getOutputStream().write(BODY);
    }
}
