package io.ceiling.webapp;

import io.ceiling.protocol.Gauge;
import io.ceiling.protocol.RefusedException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Set;

/** Answers with a body of the requested length; the connection then stays open for as long as the container allows. */
public final class LengthServlet extends Endpoint {

    private static final long serialVersionUID = 1L;

    private static final int LETTERS = 26;
    private static final Set<String> PARAMETERS = Set.of("length");

    // The longest body; set at the start of the servlet.
    private byte[] longest = {};

    public LengthServlet() {
        super("GET");
    }

    @Override
    public void init() {
        longest = letters(webapp().settings().number("ceiling.length.cap", 1, 16_777_216));
    }

    @Override
    protected void answer(HttpServletRequest request, HttpServletResponse response)
            throws IOException, RefusedException {
        int length = Query.of(request, PARAMETERS).number("length", 1, longest.length);
        response.setContentType("text/plain;charset=UTF-8");
        response.setContentLength(length);
        // Counted before the body is sent, because a client that has the answer may read the gauge.
        webapp().gauges().increment(Gauge.LENGTH_ANSWERS);
        response.getOutputStream().write(longest, 0, length);
    }

    private static byte[] letters(int count) {
        byte[] letters = new byte[count];
        for (int i = 0; i < count; i++) {
            letters[i] = (byte) ('a' + i % LETTERS);
        }
        return letters;
    }
}
