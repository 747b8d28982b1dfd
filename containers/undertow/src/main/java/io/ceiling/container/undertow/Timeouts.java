package io.ceiling.container.undertow;

import io.ceiling.container.SettingsCheck;
import io.undertow.Undertow;
import io.undertow.UndertowOptions;
import jakarta.servlet.ServletContext;
import jakarta.websocket.server.ServerContainer;
import java.time.Duration;
import java.util.Map;

/**
 * Sets all timeouts that may end an idle connection to one value, or disables them.
 *
 * <p>IDLE_TIMEOUT is not set: this Undertow applies it only to HTTP/2 (docs/settings.md).
 */
final class Timeouts {

    private static final int NEVER = -1;

    private Timeouts() {}

    /** Sets the timeout of the listener. To be called before the start. */
    static void set(Undertow.Builder builder, Duration idle) {
        builder.setServerOption(
                UndertowOptions.NO_REQUEST_TIMEOUT, idle.isZero() ? NEVER : Math.toIntExact(idle.toMillis()));
    }

    /** Sets the timeout of WebSockets. To be called after the deployment, when the WebSocket container exists. */
    static void setWebSocket(ServletContext context, Duration idle) {
        container(context).setDefaultMaxSessionIdleTimeout(idle.toMillis());
    }

    /**
     * Returns the idle timeout in milliseconds; 0 for none.
     *
     * @throws IllegalStateException if the timeouts differ
     */
    static long idleMillis(Listener listener, ServletContext context) {
        int idle = listener.httpOption(UndertowOptions.NO_REQUEST_TIMEOUT, NEVER);
        SettingsCheck.require(
                Map.of(
                        "IDLE_TIMEOUT",
                        NEVER,
                        "REQUEST_PARSE_TIMEOUT",
                        NEVER,
                        "WebSocket idle timeout",
                        Math.max(0, idle)),
                Map.of(
                        "IDLE_TIMEOUT",
                        listener.httpOption(UndertowOptions.IDLE_TIMEOUT, NEVER),
                        "REQUEST_PARSE_TIMEOUT",
                        listener.httpOption(UndertowOptions.REQUEST_PARSE_TIMEOUT, NEVER),
                        "WebSocket idle timeout",
                        Math.toIntExact(container(context).getDefaultMaxSessionIdleTimeout())));
        return Math.max(0, idle);
    }

    private static ServerContainer container(ServletContext context) {
        return (ServerContainer) context.getAttribute(ServerContainer.class.getName());
    }
}
