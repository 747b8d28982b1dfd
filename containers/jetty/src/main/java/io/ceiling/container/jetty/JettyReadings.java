package io.ceiling.container.jetty;

import io.ceiling.container.ContainerReadingsMXBean;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** Reads the live connector and the thread pool of Jetty. Thread-safe. */
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

    @Override
    public long getMaxConnections() {
        return ConnectionLimits.of(connector);
    }

    @Override
    public int getPoolThreads() {
        return virtual ? -1 : pool.getThreads();
    }

    /**
     * Returns the number of threads that do not wait for a request, including selectors, the acceptor and reserved
     * threads, which are from the same pool.
     *
     * <p>Jetty's own count leaves out reserved threads, although they never serve queued requests. It may therefore
     * stay below the maximum when the pool is exhausted.
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
