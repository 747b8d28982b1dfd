package io.ceiling.webapp;

import io.ceiling.protocol.Gauges;
import io.ceiling.webapp.access.AccessRule;
import io.ceiling.webapp.hold.Holds;
import io.ceiling.webapp.recursion.Chains;
import io.ceiling.webapp.recursion.NextInstance;
import io.ceiling.webapp.recursion.SelfCall;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterRegistration;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.websocket.DeploymentException;
import jakarta.websocket.server.ServerContainer;
import java.net.InetSocketAddress;
import java.util.EnumSet;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Creates the objects shared by all endpoints, before the first request. */
public final class WebappListener implements ServletContextListener {

    private static final int MILLIS_OF_AN_HOUR = 3600 * 1000;
    private static final int SECONDS_OF_A_YEAR = 365 * 24 * 3600;

    private @Nullable Loop watchdog;
    private @Nullable Holds holds;
    private @Nullable Loop pauses;

    private static final int MILLIS_OF_A_SECOND = 1000;
    private static final int MIN_STALL_TICK_MILLIS = 20;

    @Override
    public void contextInitialized(ServletContextEvent event) {
        ServletContext context = event.getServletContext();
        Settings settings = Settings.of(context);
        Gauges gauges = Gauges.of(settings.text("ceiling.gauges"));
        int mostStall = settings.number("ceiling.recursion.stall-cap-ms", Chains.MIN_STALL_MILLIS, MILLIS_OF_AN_HOUR);
        Chains chains = new Chains(
                settings.number("ceiling.recursion.cap", 1, 10_000_000),
                settings.number("ceiling.recursion.chains", 1, 10_000),
                settings.number("ceiling.recursion.stall-ms", Chains.MIN_STALL_MILLIS, mostStall),
                mostStall,
                gauges,
                next(settings, context));
        int mostHeld = settings.number("ceiling.hold.cap", 1, 100_000_000);
        Holds shared =
                new Holds(mostHeld, settings.number("ceiling.hold.seconds", Holds.NO_LIMIT, SECONDS_OF_A_YEAR), gauges);
        holds = shared;
        new Webapp(settings, gauges, chains, shared).publishIn(context);
        watchdog = Watchdog.start(
                chains::checkProgress, tick(settings, "ceiling.recursion.tick-ms", MIN_STALL_TICK_MILLIS));
        pauses = PauseMeter.start(gauges, tick(settings, "ceiling.pauses.tick-ms", 1));
        addWebSocket(context, gauges, mostHeld);
        Servlets.addTo(context);
        guardAll(context);
    }

    private static long tick(Settings settings, String name, int least) {
        return TimeUnit.MILLISECONDS.toNanos(settings.number(name, least, MILLIS_OF_A_SECOND));
    }

    // Returns the next instance of a ring, and sets the context attribute for the container; null without a ring.
    private static @Nullable InetSocketAddress next(Settings settings, ServletContext context) {
        InetSocketAddress next = NextInstance.parse(settings.text(NextInstance.NAME), AccessRule.of(settings));
        if (next != null) {
            context.setAttribute(NextInstance.NAME, SelfCall.host(next.getAddress()) + ":" + next.getPort());
        }
        return next;
    }

    @Override
    public void contextDestroyed(ServletContextEvent event) {
        if (watchdog != null) {
            watchdog.close();
        }
        if (pauses != null) {
            pauses.close();
        }
        if (holds != null) {
            holds.close();
        }
    }

    // Puts the access filter before all other filters. With the first endpoint, Jetty adds a WebSocket filter before
    // the filters of web.xml, and upgrades would not be checked. So this is called after the endpoint was added, and
    // the mapping is not in web.xml.
    private static void guardAll(ServletContext context) {
        FilterRegistration access = context.getFilterRegistration("access");
        if (access == null) {
            throw new IllegalStateException("web.xml declares no filter 'access', and without it everybody gets in");
        }
        access.addMappingForUrlPatterns(EnumSet.of(DispatcherType.REQUEST), false, "/*");
    }

    private static void addWebSocket(ServletContext context, Gauges gauges, int most) {
        Object container = context.getAttribute(ServerContainer.class.getName());
        if (!(container instanceof ServerContainer server)) {
            context.log("no WebSocket container here: /ws/upper does not exist");
            return;
        }
        try {
            server.addEndpoint(UpperEndpoint.at(UpperServlet.PATH, gauges, most));
        } catch (DeploymentException e) {
            throw new IllegalStateException("cannot add /ws/upper: " + e.getMessage(), e);
        }
    }
}
