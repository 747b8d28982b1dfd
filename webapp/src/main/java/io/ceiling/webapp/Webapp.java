package io.ceiling.webapp;

import jakarta.servlet.ServletContext;
import java.util.Objects;

/**
 * What the endpoints share, one per deployed WAR.
 *
 * @param chains recursions that run now
 * @param holds requests that are held now
 * @param inFlight threads that are in a request now
 */
public record Webapp(Settings settings, Gauges gauges, Chains chains, Holds holds, InFlight inFlight) {

    private static final String ATTRIBUTE = Webapp.class.getName();

    /** The shared parts; there from the start of the context on. */
    public static Webapp of(ServletContext context) {
        return (Webapp) Objects.requireNonNull(context.getAttribute(ATTRIBUTE), "the web application has not started");
    }

    /** Level of the deepest recursive call that waits for its answer now; 0 if none does. */
    public int recursionDepth() {
        return chains.depth();
    }

    void publishIn(ServletContext context) {
        context.setAttribute(ATTRIBUTE, this);
    }
}
