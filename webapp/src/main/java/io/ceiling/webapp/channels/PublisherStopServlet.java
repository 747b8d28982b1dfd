package io.ceiling.webapp.channels;

import io.ceiling.protocol.RefusedException;
import io.ceiling.webapp.Endpoint;
import io.ceiling.webapp.JsonAnswer;
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
    protected void answer(HttpServletRequest request, HttpServletResponse response)
            throws IOException, RefusedException {
        JsonAnswer.send(
                response,
                HttpServletResponse.SC_OK,
                PublisherServlet.publisher(getServletContext()).stop());
    }
}
