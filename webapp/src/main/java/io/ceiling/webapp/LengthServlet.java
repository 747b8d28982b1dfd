package io.ceiling.webapp;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Set;

/** A body of the wanted length; the connection then stays open as long as the container lets it. */
public final class LengthServlet extends Endpoint {

    private static final long serialVersionUID = 1L;

    private static final int LONGEST = 10_240;
    private static final Set<String> PARAMETERS = Set.of("length");
    private static final byte[] BODY = body();

    public LengthServlet() {
        super("GET");
    }

    @Override
    protected void answer(HttpServletRequest request, HttpServletResponse response)
            throws IOException, RefusedException {
        int length = Parameters.of(request, PARAMETERS).number("length", 1, LONGEST);
        response.setContentType("text/plain;charset=UTF-8");
        response.setContentLength(length);
        // Counted before it is sent: whoever has the answer may read the gauge.
        webapp().gauges().increment(Gauge.LENGTH_ANSWERS);
        response.getOutputStream().write(BODY, 0, length);
    }

    private static byte[] body() {
        byte[] body = new byte[LONGEST];
        for (int i = 0; i < LONGEST; i++) {
            body[i] = (byte) ('a' + i % 26);
        }
        return body;
    }
}
