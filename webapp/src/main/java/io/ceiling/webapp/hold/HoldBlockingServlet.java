package io.ceiling.webapp.hold;

import io.ceiling.protocol.RefusedException;
import io.ceiling.webapp.Endpoint;
import io.ceiling.webapp.Query;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Set;

/** Holds the connection and its thread until {@code POST /hold/release}, or for {@code ceiling.hold.seconds}. */
public final class HoldBlockingServlet extends Endpoint {

    private static final long serialVersionUID = 1L;

    public HoldBlockingServlet() {
        super("GET");
    }

    @Override
    protected void answer(HttpServletRequest request, HttpServletResponse response)
            throws IOException, RefusedException {
        Query.of(request, Set.of());
        Holds.Ticket ticket = webapp().holds().enterBlocking();
        Holds.HoldEnd end;
        try {
            HoldResponse.begin(response);
            end = ticket.await();
        } catch (InterruptedException e) {
            // The server stops; the client must see a broken answer.
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("stopped while holding");
        } finally {
            ticket.cancel();
        }
        HoldResponse.end(response, end);
    }
}
