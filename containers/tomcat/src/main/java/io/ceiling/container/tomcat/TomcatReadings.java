package io.ceiling.container.tomcat;

import io.ceiling.container.ContainerReadingsMXBean;
import java.lang.reflect.Field;
import java.util.Map;
import org.apache.tomcat.util.net.AbstractEndpoint;
import org.apache.tomcat.util.threads.ThreadPoolExecutor;

/** Reads the live endpoint and its executor. */
final class TomcatReadings implements ContainerReadingsMXBean {

    private final AbstractEndpoint<?, ?> endpoint;
    private final Map<?, ?> connections;

    TomcatReadings(AbstractEndpoint<?, ?> endpoint) {
        this.endpoint = endpoint;
        this.connections = connections(endpoint);
    }

    /**
     * Tomcat's own count is one too many while it waits to accept, and is not kept without a limit; its public view of
     * this map is a copy of it.
     */
    private static Map<?, ?> connections(AbstractEndpoint<?, ?> endpoint) {
        try {
            Field connections = AbstractEndpoint.class.getDeclaredField("connections");
            connections.setAccessible(true);
            return (Map<?, ?>) connections.get(endpoint);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this Tomcat does not tell its connections", e);
        }
    }

    @Override
    public long getConnectionCount() {
        return connections.size();
    }

    @Override
    public long getMaxConnections() {
        return endpoint.getMaxConnections();
    }

    @Override
    public int getPoolThreads() {
        return endpoint.getExecutor() instanceof ThreadPoolExecutor pool ? pool.getPoolSize() : -1;
    }

    @Override
    public int getBusyThreads() {
        return endpoint.getExecutor() instanceof ThreadPoolExecutor pool ? pool.getActiveCount() : -1;
    }

    @Override
    public int getMaxThreads() {
        return endpoint.getExecutor() instanceof ThreadPoolExecutor pool ? pool.getMaximumPoolSize() : -1;
    }

    @Override
    public int getQueuedRequests() {
        return endpoint.getExecutor() instanceof ThreadPoolExecutor pool
                ? pool.getQueue().size()
                : 0;
    }
}
