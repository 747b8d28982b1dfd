package io.ceiling.container.catalina;

import io.ceiling.container.ContainerReadingsMXBean;
import java.util.function.ToIntFunction;
import org.apache.tomcat.util.threads.ThreadPoolExecutor;

/** Reads the live endpoint and its executor; virtual threads have no pool. */
final class TomcatReadings implements ContainerReadingsMXBean {

    private final TomcatEndpoint endpoint;

    TomcatReadings(TomcatEndpoint endpoint) {
        this.endpoint = endpoint;
    }

    @Override
    public long getConnectionCount() {
        return endpoint.connectionCount();
    }

    @Override
    public long getMaxConnections() {
        return endpoint.protocol().getMaxConnections();
    }

    @Override
    public int getPoolThreads() {
        return ofPool(ThreadPoolExecutor::getPoolSize, -1);
    }

    @Override
    public int getBusyThreads() {
        return ofPool(ThreadPoolExecutor::getActiveCount, -1);
    }

    @Override
    public int getMaxThreads() {
        return ofPool(ThreadPoolExecutor::getMaximumPoolSize, -1);
    }

    @Override
    public int getQueuedRequests() {
        return ofPool(pool -> pool.getQueue().size(), 0);
    }

    private int ofPool(ToIntFunction<ThreadPoolExecutor> figure, int without) {
        return endpoint.protocol().getExecutor() instanceof ThreadPoolExecutor pool ? figure.applyAsInt(pool) : without;
    }
}
