package io.ceiling.livepage;

import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Serves {@code GET /live/settings}: the settings that the server uses, and the caps of the application. */
final class SettingsServlet extends GetServlet {

    private static final long serialVersionUID = 1L;

    @Override
    void answer(HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (hasNoParameter(request, response)) {
            ServletContext context = getServletContext();
            response.setHeader("Cache-Control", "no-store");
            Beans beans = new Beans(ManagementFactory.getPlatformMBeanServer());
            send(
                    response,
                    HttpServletResponse.SC_OK,
                    Json.object(
                            "server", server(context),
                            "caps", context.getAttribute("ceiling.settings"),
                            "connectors", Connectors.settings(beans)));
        }
    }

    private static Map<String, @Nullable Object> server(ServletContext context) {
        return Json.object(
                "Server", String.valueOf(context.getServerInfo()),
                "Servlet API", context.getMajorVersion() + "." + context.getMinorVersion(),
                "Java", property("java.runtime.version"),
                "JVM", property("java.vm.name") + ", " + property("java.vm.vendor"),
                "Operating system", property("os.name") + " " + property("os.version") + ", " + property("os.arch"),
                "Processors", Integer.toString(Runtime.getRuntime().availableProcessors()),
                "Atmosphere", context.getAttribute("ceiling.atmosphere"));
    }

    private static String property(String name) {
        return System.getProperty(name, "unknown");
    }
}
