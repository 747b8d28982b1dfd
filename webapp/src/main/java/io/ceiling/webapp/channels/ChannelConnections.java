package io.ceiling.webapp.channels;

import jakarta.servlet.ServletContext;
import java.util.Map;
import java.util.function.Supplier;
import org.atmosphere.util.Version;

/** What the live page tells of the channels. Thread-safe; counting looks at every client. */
public final class ChannelConnections {

    private static final String ATTRIBUTE = ChannelConnections.class.getName();

    private final Supplier<Map<String, Integer>> count;

    ChannelConnections(Supplier<Map<String, Integer>> count) {
        this.count = count;
    }

    void publishIn(ServletContext context) {
        context.setAttribute(ATTRIBUTE, this);
    }

    /** Open connections now by transport: websocket, sse, streaming, long-polling; empty before the channels have started. */
    public static Map<String, Integer> byTransport(ServletContext context) {
        return context.getAttribute(ATTRIBUTE) instanceof ChannelConnections connections
                ? connections.count.get()
                : Map.of();
    }

    /** The version of Atmosphere that is in this WAR. */
    public static String atmosphereVersion() {
        return Version.getRawVersion();
    }
}
