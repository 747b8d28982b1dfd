package io.ceiling.webapp;

import io.ceiling.protocol.Json;
import io.ceiling.protocol.RefusedException;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** The minimal answer of {@code /answer} and its two asynchronous variants. */
final class Answer {

    private static final byte[] BODY = "answered\n".getBytes(StandardCharsets.US_ASCII);

    private Answer() {}

    /**
     * Refuses a request with parameters. Only looks at the query string: parsing by the container would be a large part
     * of the cost of such a request.
     */
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
