package io.ceiling.webapp;

import io.ceiling.protocol.RefusedException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

/**
 * Refuses requests on {@code /ws/upper} that are no WebSocket upgrade. The servlet must exist, because a container may
 * look for a servlet before it runs the filter that upgrades.
 */
public final class UpperServlet extends Endpoint {

    private static final long serialVersionUID = 1L;

    static final String PATH = "/ws/upper";

    public UpperServlet() {
        super("GET");
    }

    @Override
    protected void answer(HttpServletRequest request, HttpServletResponse response) throws RefusedException {
        response.setHeader("Upgrade", "websocket");
        throw new RefusedException(RefusedException.UPGRADE_REQUIRED, PATH + " takes WebSockets only");
    }
}
