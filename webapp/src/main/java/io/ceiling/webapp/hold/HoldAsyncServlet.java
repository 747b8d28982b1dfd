package io.ceiling.webapp.hold;

import io.ceiling.protocol.RefusedException;
import io.ceiling.webapp.Endpoint;
import io.ceiling.webapp.Query;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Set;

/** Holds the connection, but no thread, until {@code POST /hold/release}, or for {@code ceiling.hold.seconds}. */
public final class HoldAsyncServlet extends Endpoint {

    private static final long serialVersionUID = 1L;

    public HoldAsyncServlet() {
        super("GET");
    }

    @Override
    protected void answer(HttpServletRequest request, HttpServletResponse response)
            throws IOException, RefusedException {
        Query.of(request, Set.of());
        AsyncHold hold = new AsyncHold();
        Holds.Ticket ticket = webapp().holds().enterAsync(hold);
        try {
            hold.begin(request.startAsync(), ticket);
        } catch (IOException | RuntimeException | Error e) {
            ticket.cancel();
            if (request.isAsyncStarted()) {
                request.getAsyncContext().complete();
            }
            throw e;
        }
    }
}
