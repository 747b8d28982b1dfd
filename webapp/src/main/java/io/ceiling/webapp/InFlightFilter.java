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
 * Counts the threads that are in a request.
 *
 * <p>An asynchronous request is counted only while its thread runs: a listener for each of them would add to the
 * measured cost, and the workloads count the requests that they hold. This is not an HttpFilter, because Tomcat 8.0
 * does not have that class.
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
