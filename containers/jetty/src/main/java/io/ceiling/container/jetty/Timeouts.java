package io.ceiling.container.jetty;

import io.ceiling.container.Agreement;
import jakarta.servlet.ServletContext;
import java.lang.reflect.Field;
import java.time.Duration;
import java.util.Map;
import org.eclipse.jetty.ee11.websocket.jakarta.server.JakartaWebSocketServerContainer;
import org.eclipse.jetty.server.ServerConnector;

/** The clocks that may end an idle connection; all are set to one value or stopped. */
final class Timeouts {

    private static final String REQUEST_STATE = "org.eclipse.jetty.ee11.servlet.ServletChannelState";

    private Timeouts() {}

    /** Before the start: the timeout of asynchronous requests is a system property that is read once per JVM. */
    static void set(ServerConnector connector, Duration idle) {
        connector.setIdleTimeout(idle.toMillis());
        System.setProperty(REQUEST_STATE + ".DEFAULT_TIMEOUT", "0");
    }

    /** After the start, when the WebSocket container exists. */
    static void setWebSocket(ServletContext context, Duration idle) {
        JakartaWebSocketServerContainer.getContainer(context).setDefaultMaxSessionIdleTimeout(idle.toMillis());
    }

    /**
     * The one idle timeout, zero for ever.
     *
     * @throws IllegalStateException if the clocks disagree
     */
    static long idleMillis(ServerConnector connector, ServletContext context) {
        int idle = Math.toIntExact(connector.getIdleTimeout());
        int webSocket = Math.toIntExact(
                JakartaWebSocketServerContainer.getContainer(context).getDefaultMaxSessionIdleTimeout());
        Agreement.require(
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
