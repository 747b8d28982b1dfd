package io.ceiling.webapp;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Counts the threads that are in a request. Asynchronous requests are not followed beyond their thread: a listener for each of
 * them would weigh on what is measured, and whoever holds them counts them anyway.
 *
 * <p>Not an HttpFilter, which Tomcat 8.0 does not have.
 */
public final class InFlightFilter implements Filter {

    private volatile @Nullable InFlight inFlight;

    @Override
    public void init(FilterConfig config) {
        inFlight = Webapp.of(config.getServletContext()).inFlight();
    }

    @Override
    public void destroy() {}

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        InFlight counted = Objects.requireNonNull(inFlight);
        boolean virtual = ThreadKind.isVirtual(Thread.currentThread());
        counted.enter(virtual);
        try {
            chain.doFilter(request, response);
        } finally {
            counted.leave(virtual);
        }
    }
}
