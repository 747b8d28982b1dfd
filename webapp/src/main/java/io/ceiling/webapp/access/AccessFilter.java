package io.ceiling.webapp.access;

import io.ceiling.protocol.Gauge;
import io.ceiling.protocol.Gauges;
import io.ceiling.protocol.Json;
import io.ceiling.protocol.RefusedException;
import io.ceiling.webapp.JsonAnswer;
import io.ceiling.webapp.Settings;
import io.ceiling.webapp.Webapp;
import io.ceiling.webapp.recursion.Chains;
import io.ceiling.webapp.recursion.RecursiveServlet;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Lets a request pass if its client is allowed, or is this server in a recursion; if no page of another site sent it;
 * and if its body is not too long.
 *
 * <p>This is not an HttpFilter, because Tomcat 8.0 does not have that class.
 */
public final class AccessFilter implements Filter {

    // Set by init. Stays null if init failed, and then every request is refused.
    private volatile @Nullable Rules rules;

    private record Rules(AccessRule access, SiteRule site, BodyRule body, Chains chains, Gauges gauges) {}

    @Override
    public void init(FilterConfig config) {
        Webapp webapp = Webapp.of(config.getServletContext());
        Settings settings = webapp.settings();
        rules = new Rules(
                AccessRule.of(settings),
                SiteRule.of(settings.text(SiteRule.HOSTS)),
                BodyRule.of(settings),
                webapp.chains(),
                webapp.gauges());
    }

    @Override
    public void destroy() {}

    @Override
    public void doFilter(ServletRequest servletRequest, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        Rules currentRules = rules;
        if (currentRules == null) {
            throw new ServletException("the access rule could not be read, so no client is allowed");
        }
        HttpServletRequest request = (HttpServletRequest) servletRequest;
        try {
            check(request, currentRules);
        } catch (RefusedException e) {
            currentRules.gauges().increment(Gauge.REFUSALS);
            JsonAnswer.send((HttpServletResponse) response, e.status(), Json.error(String.valueOf(e.getMessage())));
            return;
        }
        chain.doFilter(request, response);
    }

    private static void check(HttpServletRequest request, Rules rules) throws RefusedException {
        String authorization = request.getHeader("Authorization");
        if (!rules.access().allows(request.getRemoteAddr(), authorization) && !isSelfCall(request, rules.chains())) {
            throw new RefusedException(
                    RefusedException.FORBIDDEN,
                    "client %s is not allowed. Hint: set ceiling.allow to its network, or send the token"
                            .formatted(request.getRemoteAddr()));
        }
        String foreign = rules.site().refusal(Sender.of(request), rules.access().hasToken(authorization));
        if (foreign != null) {
            throw new RefusedException(RefusedException.FORBIDDEN, foreign);
        }
        rules.body().check(request);
    }

    // Returns true if the request belongs to a running recursion: a server that listens on an address other than
    // loopback calls itself from that address.
    private static boolean isSelfCall(HttpServletRequest request, Chains chains) {
        return request.getServletPath().startsWith(RecursiveServlet.PATH) && chains.find(request) != null;
    }
}
