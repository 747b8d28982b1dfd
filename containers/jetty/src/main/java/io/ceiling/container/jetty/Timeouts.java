package io.ceiling.container.jetty;

import io.ceiling.container.SettingsCheck;
import jakarta.servlet.ServletContext;
import java.lang.reflect.Field;
import java.time.Duration;
import java.util.Map;
import org.eclipse.jetty.ee11.websocket.jakarta.server.JakartaWebSocketServerContainer;
import org.eclipse.jetty.server.ServerConnector;

/** Sets all timeouts that may end an idle connection to one value, or disables them. */
final class Timeouts {

    private static final String REQUEST_STATE = "org.eclipse.jetty.ee11.servlet.ServletChannelState";

    private Timeouts() {}

    /**
     * Sets the timeout of the connector and disables that of asynchronous requests. To be called before the start: the
     * latter is a system property that is read once per JVM.
     */
    static void set(ServerConnector connector, Duration idle) {
        connector.setIdleTimeout(idle.toMillis());
        System.setProperty(REQUEST_STATE + ".DEFAULT_TIMEOUT", "0");
    }

    /** Sets the timeout of WebSockets. To be called after the start, when the WebSocket container exists. */
    static void setWebSocket(ServletContext context, Duration idle) {
        JakartaWebSocketServerContainer.getContainer(context).setDefaultMaxSessionIdleTimeout(idle.toMillis());
    }

    /**
     * Returns the idle timeout in milliseconds; 0 for none.
     *
     * @throws IllegalStateException if the timeouts differ
     */
    static long idleMillis(ServerConnector connector, ServletContext context) {
        int idle = Math.toIntExact(connector.getIdleTimeout());
        int webSocket = Math.toIntExact(
                JakartaWebSocketServerContainer.getContainer(context).getDefaultMaxSessionIdleTimeout());
        SettingsCheck.require(
                Map.of("WebSocket idle timeout", idle, "async timeout", 0),
                Map.of("WebSocket idle timeout", webSocket, "async timeout", asyncMillis()));
        return idle;
    }

    private static int asyncMillis() {
        try {
            Field timeout = Class.forName(REQUEST_STATE).getDeclaredField("DEFAULT_TIMEOUT");
            timeout.setAccessible(true);
            return Math.toIntExact(timeout.getLong(null));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this Jetty does not tell its timeout of asynchronous requests", e);
        }
    }
}
