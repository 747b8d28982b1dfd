package io.ceiling.livepage;

import jakarta.servlet.Servlet;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.ServletRegistration;
import java.util.Objects;

/** Adds the live page to the web application that loads this listener. */
public final class LivePage implements ServletContextListener {

    /** After the servlets of the application. */
    private static final int LAST = 3;

    @Override
    public void contextInitialized(ServletContextEvent event) {
        ServletContext context = event.getServletContext();
        ServletRegistration.Dynamic events = add(context, "live", new EventsServlet(), "/live");
        events.setAsyncSupported(true);
        events.setLoadOnStartup(LAST);
        add(context, "live-settings", new SettingsServlet(), "/live/settings");
        // The empty pattern matches only the root of the application.
        add(context, "page", new PageServlet(), "", "/index.html", "/assets/*");
    }

    private static ServletRegistration.Dynamic add(
            ServletContext context, String name, Servlet servlet, String... paths) {
        ServletRegistration.Dynamic added = Objects.requireNonNull(
                context.addServlet(name, servlet), () -> "the application has a servlet '" + name + "' already");
        added.addMapping(paths);
        return added;
    }

    @Override
    public void contextDestroyed(ServletContextEvent event) {}
}
