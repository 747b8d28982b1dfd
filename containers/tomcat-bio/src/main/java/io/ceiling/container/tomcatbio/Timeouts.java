package io.ceiling.container.tomcatbio;

import io.ceiling.container.Agreement;
import java.util.Map;
import javax.servlet.ServletContext;
import org.apache.catalina.connector.Connector;
import org.apache.coyote.http11.Http11Protocol;

/** What may end an idle connection: clocks, set to one value or stopped, and counters, switched off. */
final class Timeouts {

    private static final int ALWAYS = 100;

    private Timeouts() {}

    /** Before the start. Zero is for ever, which Tomcat writes as -1. */
    static void set(Connector connector, Http11Protocol protocol, long idleMillis) {
        int millis = idleMillis == 0 ? -1 : Math.toIntExact(idleMillis);
        protocol.setConnectionTimeout(millis);
        protocol.setKeepAliveTimeout(millis);
        protocol.setMaxKeepAliveRequests(-1);
        // Else keep-alive ends when three quarters of the threads are busy, and with it one thread per connection.
        protocol.setDisableKeepAlivePercentage(ALWAYS);
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
    static long idleMillis(Connector connector, Http11Protocol protocol, ServletContext context) {
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
                        "disableKeepAlivePercentage",
                        ALWAYS,
                        "asyncTimeout",
                        -1),
                Map.of(
                        "keepAliveTimeout", protocol.getKeepAliveTimeout(),
                        "WebSocket idle timeout", webSocket,
                        "maxKeepAliveRequests", protocol.getMaxKeepAliveRequests(),
                        "disableKeepAlivePercentage", protocol.getDisableKeepAlivePercentage(),
                        "asyncTimeout", Math.toIntExact(connector.getAsyncTimeout())));
        return Math.max(0, idle);
    }
}
