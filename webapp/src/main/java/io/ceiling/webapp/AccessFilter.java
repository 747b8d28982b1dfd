package io.ceiling.webapp;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Lets a request pass if the access rule allows its client, or if it is the self-call of a running recursion.
 *
 * <p>Not an HttpFilter, which Tomcat 8.0 does not have.
 */
public final class AccessFilter implements Filter {

    /** Set by init. Both stay null if that failed, and then nobody gets in. */
    private volatile @Nullable AccessRule rule;

    private volatile @Nullable Webapp webapp;

    @Override
    public void init(FilterConfig config) {
        Webapp started = Webapp.of(config.getServletContext());
        webapp = started;
        rule = AccessRule.of(started.settings());
    }

    @Override
    public void destroy() {}

    @Override
    public void doFilter(ServletRequest any, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        AccessRule access = Objects.requireNonNull(rule);
        Webapp started = Objects.requireNonNull(webapp);
        HttpServletRequest request = (HttpServletRequest) any;
        if (access.allows(request.getRemoteAddr(), request.getHeader("Authorization"))
                || isSelfCall(request, started.chains())) {
            chain.doFilter(request, response);
            return;
        }
        started.gauges().increment(Gauge.REFUSALS);
        Json.send(
                (HttpServletResponse) response,
                RefusedException.FORBIDDEN,
                Json.error("client %s is not allowed. Hint: set ceiling.allow to its network, or send the token"
                        .formatted(request.getRemoteAddr())));
    }

    /** A server that listens on another address than loopback calls itself from that address. */
    private static boolean isSelfCall(HttpServletRequest request, Chains chains) {
        return request.getServletPath().startsWith(RecursiveServlet.PATH) && chains.find(request) != null;
    }
}
