package io.ceiling.webapp;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Lets a request pass if the access rule allows its client, or if it is the self-call of a running recursion. */
public final class AccessFilter extends HttpFilter {

    private static final long serialVersionUID = 1L;

    private transient volatile AccessRule rule = AccessRule.of("", "");

    @Override
    public void init() {
        Settings settings = Webapp.of(getServletContext()).settings();
        rule = AccessRule.of(settings.text("ceiling.allow"), settings.text("ceiling.token"));
    }

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (rule.allows(request.getRemoteAddr(), request.getHeader("Authorization")) || isSelfCall(request)) {
            chain.doFilter(request, response);
            return;
        }
        Webapp.of(getServletContext()).gauges().increment(Gauge.REFUSALS);
        Json.send(
                response,
                RefusedException.FORBIDDEN,
                Json.error("client %s is not allowed. Hint: set ceiling.allow to its network, or send the token"
                        .formatted(request.getRemoteAddr())));
    }

    /** A server that listens on another address than loopback calls itself from that address. */
    private boolean isSelfCall(HttpServletRequest request) {
        return request.getServletPath().startsWith(RecursiveServlet.PATH)
                && Webapp.of(getServletContext()).chains().find(request) != null;
    }
}
