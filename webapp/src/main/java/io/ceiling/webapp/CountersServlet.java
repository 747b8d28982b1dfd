package io.ceiling.webapp;

import io.ceiling.protocol.Gauge;
import io.ceiling.protocol.Gauges;
import io.ceiling.protocol.RefusedException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Answers with the counters of the WAR as JSON: the names of {@link Gauge} in lower case, and their values. */
public final class CountersServlet extends Endpoint {

    private static final long serialVersionUID = 1L;

    public CountersServlet() {
        super("GET");
    }

    @Override
    protected void answer(HttpServletRequest request, HttpServletResponse response)
            throws IOException, RefusedException {
        Answer.refuseParameters(request);
        Gauges gauges = webapp().gauges();
        response.setHeader("Cache-Control", "no-store");
        JsonAnswer.send(
                response,
                HttpServletResponse.SC_OK,
                Arrays.stream(Gauge.values())
                        // Without a format, whose digits are those of the server's locale.
                        .map(gauge -> "\"" + gauge.name().toLowerCase(Locale.ROOT) + "\":" + gauges.value(gauge))
                        .collect(Collectors.joining(",", "{", "}")));
    }
}
