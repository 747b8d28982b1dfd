package io.ceiling.container.undertow;

import io.ceiling.container.ContainerReadingsMXBean;
import org.xnio.management.XnioWorkerMXBean;

/** Reads the live listener and its workers; of virtual threads XNIO tells nothing, which it writes as -1. */
final class UndertowReadings implements ContainerReadingsMXBean {

    private final Listener listener;
    private final XnioWorkerMXBean workers;

    UndertowReadings(Listener listener) {
        this.listener = listener;
        this.workers = listener.worker().getMXBean();
    }

    @Override
    public long getConnectionCount() {
        return listener.connectionCount();
    }

    @Override
    public long getMaxConnections() {
        return listener.maxConnections();
    }

    @Override
    public int getPoolThreads() {
        return workers.getWorkerPoolSize();
    }

    @Override
    public int getBusyThreads() {
        return workers.getBusyWorkerThreadCount();
    }

    @Override
    public int getMaxThreads() {
        return workers.getMaxWorkerPoolSize();
    }

    @Override
    public int getQueuedRequests() {
        return Math.max(0, workers.getWorkerQueueSize());
    }
}
