package io.ceiling.webapp.channels;

import jakarta.servlet.ServletContext;
import java.util.Map;
import java.util.function.Supplier;
import org.atmosphere.util.Version;

/** Access for the live page to the state of the channels. Thread-safe; a count visits every client. */
public final class ChannelConnections {

    private static final String ATTRIBUTE = ChannelConnections.class.getName();

    private final Supplier<Map<String, Integer>> count;

    ChannelConnections(Supplier<Map<String, Integer>> count) {
        this.count = count;
    }

    void publishIn(ServletContext context) {
        context.setAttribute(ATTRIBUTE, this);
    }

    /**
     * Returns the number of open connections by transport: websocket, sse, streaming, long-polling. Empty before the
     * channels have started.
     */
    public static Map<String, Integer> byTransport(ServletContext context) {
        return context.getAttribute(ATTRIBUTE) instanceof ChannelConnections connections
                ? connections.count.get()
                : Map.of();
    }

    /** Returns the version of Atmosphere in this WAR. */
    public static String atmosphereVersion() {
        return Version.getRawVersion();
    }
}
