package io.ceiling.container.jetty;

import io.ceiling.container.ContainerReadingsMXBean;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** Reads the live connector and the thread pool. */
final class JettyReadings implements ContainerReadingsMXBean {

    private final QueuedThreadPool pool;
    private final ServerConnector connector;
    private final boolean virtual;

    JettyReadings(QueuedThreadPool pool, ServerConnector connector) {
        this.pool = pool;
        this.connector = connector;
        this.virtual = VirtualThreads.isUseVirtualThreads(connector.getExecutor());
    }

    @Override
    public long getConnectionCount() {
        return connector.getConnectedEndPoints().size();
    }

    /** The limit is a bean of the connector, which it joins when the server starts. */
    @Override
    public long getMaxConnections() {
        NetworkConnectionLimit limit = connector.getBean(NetworkConnectionLimit.class);
        return limit == null ? -1 : limit.getMaxNetworkConnectionCount();
    }

    @Override
    public int getPoolThreads() {
        return virtual ? -1 : pool.getThreads();
    }

    /**
     * All that do not wait for a request: selectors, the acceptor and reserved threads take theirs from the same pool.
     * Jetty's own count leaves out reserved threads, though they never serve what is queued, so it may stay below the
     * maximum when the pool is exhausted.
     */
    @Override
    public int getBusyThreads() {
        return virtual ? -1 : pool.getThreads() - pool.getIdleThreads();
    }

    @Override
    public int getMaxThreads() {
        return virtual ? -1 : pool.getMaxThreads();
    }

    @Override
    public int getQueuedRequests() {
        return virtual ? 0 : pool.getQueueSize();
    }
}
