package io.ceiling.container.catalina;

import io.ceiling.container.SettingsCheck;
import java.util.Map;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.core.StandardContext;
import org.apache.coyote.http11.AbstractHttp11Protocol;

/** The clocks that may end an idle connection; all are set to one value or stopped. */
final class Timeouts {

    private Timeouts() {}

    /** Before the start. Zero is for ever, which Tomcat writes as -1. */
    static void set(Connector connector, AbstractHttp11Protocol<?> protocol, int idleMillis) {
        int millis = idleMillis == 0 ? -1 : idleMillis;
        protocol.setConnectionTimeout(millis);
        protocol.setKeepAliveTimeout(millis);
        protocol.setMaxKeepAliveRequests(-1);
        connector.setAsyncTimeout(-1);
    }

    /** After the start, when the WebSocket container exists. */
    static void setWebSocket(StandardContext context, long idleMillis) {
        WebSockets.container(context).setDefaultMaxSessionIdleTimeout(idleMillis);
    }

    /**
     * The one idle timeout, zero for ever.
     *
     * @throws IllegalStateException if the clocks disagree
     */
    static long idleMillis(TomcatEndpoint endpoint, StandardContext context) {
        AbstractHttp11Protocol<?> protocol = endpoint.protocol();
        int idle = protocol.getConnectionTimeout();
        int webSocket = Math.toIntExact(WebSockets.container(context).getDefaultMaxSessionIdleTimeout());
        SettingsCheck.require(
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
                        "asyncTimeout", Math.toIntExact(endpoint.connector().getAsyncTimeout())));
        return Math.max(0, idle);
    }
}
