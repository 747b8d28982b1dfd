package io.ceiling.reference.cometd;

import io.ceiling.container.ContainerReadingsMXBean;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** The live readings of Jetty around CometD: its connector and its thread pool. Thread-safe; nothing blocks. */
record CometdReadings(QueuedThreadPool pool, ServerConnector connector) implements ContainerReadingsMXBean {

    private static final int NO_LIMIT = -1;

    @Override
    public long getConnectionCount() {
        return connector.getConnectedEndPoints().size();
    }

    @Override
    public long getMaxConnections() {
        return NO_LIMIT;
    }

    @Override
    public int getPoolThreads() {
        return pool.getThreads();
    }

    /**
     * Returns the number of threads that do not wait for a request; selectors, acceptors and reserved threads are among
     * them.
     */
    @Override
    public int getBusyThreads() {
        return pool.getThreads() - pool.getIdleThreads();
    }

    @Override
    public int getMaxThreads() {
        return pool.getMaxThreads();
    }

    @Override
    public int getQueuedRequests() {
        return pool.getQueueSize();
    }
}
