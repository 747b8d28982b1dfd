package io.ceiling.webapp;

import io.ceiling.protocol.Gauges;
import io.ceiling.webapp.hold.Holds;
import io.ceiling.webapp.recursion.Chains;
import jakarta.servlet.ServletContext;
import java.util.Objects;

/**
 * The objects shared by all endpoints, one set for each deployed WAR.
 *
 * @param settings settings of the WAR
 * @param gauges counters of the WAR
 * @param chains running recursions
 * @param holds held requests
 */
public record Webapp(Settings settings, Gauges gauges, Chains chains, Holds holds) {

    private static final String ATTRIBUTE = Webapp.class.getName();

    /** Returns the shared objects; available from the start of the context on. */
    public static Webapp of(ServletContext context) {
        return (Webapp) Objects.requireNonNull(context.getAttribute(ATTRIBUTE), "the web application has not started");
    }

    void publishIn(ServletContext context) {
        context.setAttribute(ATTRIBUTE, this);
    }
}
