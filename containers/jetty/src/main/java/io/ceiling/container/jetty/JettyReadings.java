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

    /** Selectors and the acceptor included: they take their threads from the same pool. */
    @Override
    public int getBusyThreads() {
        return virtual ? -1 : pool.getBusyThreads();
    }

    @Override
    public int getMaxThreads() {
        return virtual ? -1 : pool.getMaxThreads();
    }

    @Override
    public int getQueuedRequests() {
        return virtual ? 0 : pool.getQueueSize();
    }

    /** Threads that are kept without work; -1 for virtual threads. */
    int minSpareThreads() {
        return virtual ? -1 : pool.getMinThreads();
    }
}
