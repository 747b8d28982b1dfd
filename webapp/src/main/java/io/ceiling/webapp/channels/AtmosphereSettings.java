package io.ceiling.webapp.channels;

import jakarta.servlet.ServletConfig;
import jakarta.servlet.ServletContext;
import java.util.Collections;
import java.util.Enumeration;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Parameters of Atmosphere: the ones in web.xml, overridden by every system property whose name begins with
 * {@code org.atmosphere.}, so that another Broadcaster, cache or thread pool can be tried with the same WAR.
 */
final class AtmosphereSettings implements ServletConfig {

    private static final String PREFIX = "org.atmosphere.";

    private final ServletConfig config;

    AtmosphereSettings(ServletConfig config) {
        this.config = config;
    }

    @Override
    public String getServletName() {
        return config.getServletName();
    }

    @Override
    public ServletContext getServletContext() {
        return config.getServletContext();
    }

    @Override
    public @Nullable String getInitParameter(String name) {
        String property = name.startsWith(PREFIX) ? System.getProperty(name) : null;
        return property == null ? config.getInitParameter(name) : property;
    }

    @Override
    public Enumeration<String> getInitParameterNames() {
        Set<String> names = new TreeSet<>(Collections.list(config.getInitParameterNames()));
        System.getProperties().stringPropertyNames().stream()
                .filter(name -> name.startsWith(PREFIX))
                .forEach(names::add);
        return Collections.enumeration(names);
    }
}
