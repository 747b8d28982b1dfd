package io.ceiling.webapp.channels;

import jakarta.servlet.ServletConfig;
import jakarta.servlet.ServletContext;
import jakarta.websocket.server.ServerContainer;
import java.util.Collections;
import java.util.Enumeration;
import java.util.Set;
import java.util.TreeSet;
import org.atmosphere.cpr.ApplicationConfig;
import org.jspecify.annotations.Nullable;

/**
 * Parameters of Atmosphere: the ones in web.xml, overridden by every system property whose name begins with
 * {@code org.atmosphere.}, so that another Broadcaster, cache or thread pool can be tried with the same WAR.
 *
 * <p>In a container that collects a WebSocket message of any length, Atmosphere limits it: one client could fill the
 * heap.
 */
final class AtmosphereSettings implements ServletConfig {

    private static final String PREFIX = "org.atmosphere.";

    private static final Set<String> LONGEST_MESSAGE =
            Set.of(ApplicationConfig.WEBSOCKET_MAXTEXTSIZE, ApplicationConfig.WEBSOCKET_MAXBINARYSIZE);

    private final ServletConfig config;
    private final int messageBytes;

    /**
     * @param config the parameters of web.xml
     * @param messageBytes the longest message in a container that has no limit of its own
     */
    AtmosphereSettings(ServletConfig config, int messageBytes) {
        this.config = config;
        this.messageBytes = messageBytes;
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
        if (property != null) {
            return property;
        }
        String declared = config.getInitParameter(name);
        return declared == null && LONGEST_MESSAGE.contains(name) && !containerLimitsMessages()
                ? Integer.toString(messageBytes)
                : declared;
    }

    private boolean containerLimitsMessages() {
        return getServletContext().getAttribute(ServerContainer.class.getName()) instanceof ServerContainer container
                && container.getDefaultMaxTextMessageBufferSize() > 0;
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
