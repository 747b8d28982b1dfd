package io.ceiling.webapp.hold;

import io.ceiling.webapp.Endpoint;
import io.ceiling.webapp.JsonAnswer;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Releases all held requests. */
public final class HoldReleaseServlet extends Endpoint {

    private static final long serialVersionUID = 1L;

    public HoldReleaseServlet() {
        super("POST");
    }

    @Override
    protected void answer(HttpServletRequest request, HttpServletResponse response) throws IOException {
        JsonAnswer.send(
                response,
                HttpServletResponse.SC_OK,
                "{\"released\":%d}".formatted(webapp().holds().release()));
    }
}
