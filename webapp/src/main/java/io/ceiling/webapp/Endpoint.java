package io.ceiling.webapp;

import io.ceiling.protocol.Gauge;
import io.ceiling.protocol.Json;
import io.ceiling.protocol.RefusedException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** A servlet with one method (GET or POST) that answers refusals with one line of JSON. */
public abstract class Endpoint extends HttpServlet {

    private static final long serialVersionUID = 1L;

    private final String method;

    protected Endpoint(String method) {
        this.method = method;
    }

    /**
     * Answers one request of the right method.
     *
     * @throws RefusedException if the request is not served
     */
    protected abstract void answer(HttpServletRequest request, HttpServletResponse response)
            throws IOException, RefusedException;

    /** Returns the objects shared by all endpoints; available from the first request on. */
    protected final Webapp webapp() {
        return Webapp.of(getServletContext());
    }

    @Override
    protected final void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        try {
            if (!method.equals(request.getMethod())) {
                response.setHeader("Allow", method);
                throw new RefusedException(
                        RefusedException.METHOD_NOT_ALLOWED,
                        "method must be %s, was %s".formatted(method, Json.echo(request.getMethod())));
            }
            answer(request, response);
        } catch (RefusedException e) {
            if (e.status() == RefusedException.UNAVAILABLE) {
                webapp().gauges().increment(Gauge.REFUSALS);
            }
            JsonAnswer.send(response, e.status(), Json.error(String.valueOf(e.getMessage())));
        }
    }
}
