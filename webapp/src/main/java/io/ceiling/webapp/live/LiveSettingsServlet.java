package io.ceiling.webapp.live;

import io.ceiling.webapp.Endpoint;
import io.ceiling.webapp.Json;
import io.ceiling.webapp.Parameters;
import io.ceiling.webapp.RefusedException;
import io.ceiling.webapp.Settings;
import io.ceiling.webapp.Token;
import io.ceiling.webapp.channels.ChannelConnections;
import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Serves {@code GET /live/settings}: the settings that the server uses, and the caps of this WAR. */
public final class LiveSettingsServlet extends Endpoint {

    private static final long serialVersionUID = 1L;

    private static final String PREFIX = "ceiling.";

    public LiveSettingsServlet() {
        super("GET");
    }

    @Override
    protected void answer(HttpServletRequest request, HttpServletResponse response)
            throws IOException, RefusedException {
        Parameters.of(request, Set.of());
        ServletContext context = getServletContext();
        response.setHeader("Cache-Control", "no-store");
        ServerSettings settings = new ServerSettings(
                server(context),
                caps(context, webapp().settings()),
                ServerSettings.connectors(new Beans(ManagementFactory.getPlatformMBeanServer())));
        Json.send(response, HttpServletResponse.SC_OK, settings.toJson());
    }

    private static Map<String, String> server(ServletContext context) {
        Map<String, String> server = new LinkedHashMap<>();
        server.put("Server", String.valueOf(context.getServerInfo()));
        server.put("Servlet API", context.getMajorVersion() + "." + context.getMinorVersion());
        server.put("Java", property("java.runtime.version"));
        server.put("JVM", property("java.vm.name") + ", " + property("java.vm.vendor"));
        server.put("Operating system", property("os.name") + " " + property("os.version") + ", " + property("os.arch"));
        server.put("Processors", Integer.toString(Runtime.getRuntime().availableProcessors()));
        server.put("Atmosphere", ChannelConnections.atmosphereVersion());
        return server;
    }

    private static String property(String name) {
        return System.getProperty(name, "unknown");
    }

    /** Returns the caps in effect: a system property overrides the context parameter. */
    private static Map<String, String> caps(ServletContext context, Settings settings) {
        Map<String, String> caps = new TreeMap<>();
        for (String name : Collections.list(context.getInitParameterNames())) {
            if (name.startsWith(PREFIX) && !name.startsWith(Token.NAME)) {
                caps.put(name, settings.text(name));
            }
        }
        return caps;
    }
}
