package io.ceiling.container.tomcat;

import io.ceiling.container.Agreement;
import jakarta.servlet.ServletContext;
import java.util.Map;
import org.apache.catalina.connector.Connector;
import org.apache.coyote.http11.AbstractHttp11Protocol;

/** The clocks that may end an idle connection; all are set to one value or stopped. */
final class Timeouts {

    private Timeouts() {}

    /** Before the start. Zero is for ever, which Tomcat writes as -1. */
    static void set(Connector connector, AbstractHttp11Protocol<?> protocol, long idleMillis) {
        int millis = idleMillis == 0 ? -1 : Math.toIntExact(idleMillis);
        protocol.setConnectionTimeout(millis);
        protocol.setKeepAliveTimeout(millis);
        protocol.setMaxKeepAliveRequests(-1);
        connector.setAsyncTimeout(-1);
    }

    /** After the start, when the WebSocket container exists. */
    static void setWebSocket(ServletContext context, long idleMillis) {
        WebSockets.container(context).setDefaultMaxSessionIdleTimeout(idleMillis);
    }

    /**
     * The one idle timeout, zero for ever.
     *
     * @throws IllegalStateException if the clocks disagree
     */
    static long idleMillis(Connector connector, AbstractHttp11Protocol<?> protocol, ServletContext context) {
        int idle = protocol.getConnectionTimeout();
        int webSocket = Math.toIntExact(WebSockets.container(context).getDefaultMaxSessionIdleTimeout());
        Agreement.require(
                Map.of(
                        "keepAliveTimeout",
                        idle,
                        "WebSocket idle timeout",
                        Math.max(0, idle),
                        "maxKeepAliveRequests",
                        -1,
                        "asyncTimeout",
                        -1),
                Map.of(
                        "keepAliveTimeout", protocol.getKeepAliveTimeout(),
                        "WebSocket idle timeout", webSocket,
                        "maxKeepAliveRequests", protocol.getMaxKeepAliveRequests(),
                        "asyncTimeout", Math.toIntExact(connector.getAsyncTimeout())));
        return Math.max(0, idle);
    }
}
