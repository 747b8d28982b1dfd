package io.ceiling.webapp;

import io.ceiling.protocol.Gauge;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.function.LongSupplier;

/**
 * The jars in this WAR that add to it, such as the live page, found by {@link ServiceLoader}. They know no class of the
 * WAR, and read it through attributes of the context in types of the JDK.
 */
final class Extensions {

    private final List<ServletContextListener> listeners =
            ServiceLoader.load(ServletContextListener.class, Extensions.class.getClassLoader()).stream()
                    .map(ServiceLoader.Provider::get)
                    .toList();

    /** Publishes the attributes, and starts the extensions. */
    void start(ServletContextEvent event, Webapp webapp) {
        ServletContext context = event.getServletContext();
        context.setAttribute("ceiling.readings", readings(webapp));
        context.setAttribute("ceiling.settings", Settings.shown(context));
        context.setAttribute("ceiling.refused", (Runnable) () -> webapp.gauges().increment(Gauge.REFUSALS));
        listeners.forEach(listener -> listener.contextInitialized(event));
    }

    void stop(ServletContextEvent event) {
        listeners.forEach(listener -> listener.contextDestroyed(event));
    }

    /** Returns all counters by name; virtual threads are missing on a JDK without them. */
    private static Map<String, LongSupplier> readings(Webapp webapp) {
        Map<String, LongSupplier> readings = new HashMap<>();
        for (Gauge gauge : Gauge.values()) {
            readings.put(gauge.name(), () -> webapp.gauges().value(gauge));
        }
        readings.put("DEPTH", webapp.chains()::depth);
        readings.put("PLATFORM_THREADS", webapp.inFlight()::platformThreads);
        if (ThreadKind.hasVirtual()) {
            readings.put("VIRTUAL_THREADS", webapp.inFlight()::virtualThreads);
        }
        return Map.copyOf(readings);
    }
}
