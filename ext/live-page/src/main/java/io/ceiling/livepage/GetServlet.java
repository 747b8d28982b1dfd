package io.ceiling.livepage;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A servlet of GET that refuses all else with one line of JSON, as those of the application do. */
abstract class GetServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;

    private static final int LONGEST_ECHO = 100;

    /** Answers one GET. */
    abstract void answer(HttpServletRequest request, HttpServletResponse response) throws IOException;

    @Override
    protected final void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (request.getMethod().equals("GET")) {
            answer(request, response);
        } else {
            response.setHeader("Allow", "GET");
            refuse(
                    response,
                    HttpServletResponse.SC_METHOD_NOT_ALLOWED,
                    "method must be GET, was " + echo(request.getMethod()));
        }
    }

    /** Returns true if the request has no parameter; refuses it otherwise. */
    static boolean hasNoParameter(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String problem;
        try {
            if (!request.getParameterNames().hasMoreElements()) {
                return true;
            }
            problem = "unknown parameter '%s', allowed: "
                    .formatted(echo(request.getParameterNames().nextElement()));
        } catch (RuntimeException e) {
            // Each container throws its own exception if it cannot decode a query string.
            problem = "query string cannot be decoded: " + echo(String.valueOf(e.getMessage()));
        }
        refuse(response, HttpServletResponse.SC_BAD_REQUEST, problem);
        return false;
    }

    /** Returns text from outside as one line that can be sent back. */
    private static String echo(String text) {
        String start = text.length() <= LONGEST_ECHO ? text : text.substring(0, LONGEST_ECHO) + "...";
        return start.replaceAll("[\\p{Cntrl}\\x{80}-\\x{9f}\\x{2028}\\x{2029}]", "?");
    }

    static void refuse(HttpServletResponse response, int status, String problem) throws IOException {
        send(response, status, Map.of("error", problem));
    }

    static void send(HttpServletResponse response, int status, Map<String, ? extends @Nullable Object> answer)
            throws IOException {
        byte[] json = Json.text(answer).getBytes(StandardCharsets.UTF_8);
        response.setStatus(status);
        response.setContentType("application/json");
        response.setHeader("X-Content-Type-Options", "nosniff");
        response.setContentLength(json.length);
        response.getOutputStream().write(json);
    }
}
