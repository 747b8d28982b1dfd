package io.ceiling.webapp.channels;

import io.ceiling.webapp.Endpoint;
import io.ceiling.webapp.Json;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Serves {@code POST /publisher/stop}: ends the publishing of {@code /publisher}, and returns what was published. */
public final class PublisherStopServlet extends Endpoint {

    private static final long serialVersionUID = 1L;

    public PublisherStopServlet() {
        super("POST");
    }

    @Override
    protected void answer(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Publisher.Outcome outcome =
                PublisherServlet.publisher(getServletContext()).stop();
        Json.send(
                response,
                HttpServletResponse.SC_OK,
                "{\"messages\":%d,\"late\":%d,\"duration_ns\":%d}"
                        .formatted(outcome.messages(), outcome.late(), outcome.durationNanos()));
    }
}
