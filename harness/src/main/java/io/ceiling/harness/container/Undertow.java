package io.ceiling.harness.container;

import io.ceiling.container.Connector;
import io.ceiling.container.Limit;
import io.ceiling.harness.scenario.Scenario;
import java.util.List;
import java.util.Map;

/**
 * Undertow.
 *
 * <p>An idle connection has no buffer. A held response has one of them and a request that blocks in the middle of its
 * response two, outside of the heap unless the heap is small. Threads that wait for sockets are no threads of its
 * request pool.
 */
final class Undertow implements ContainerKind {

    // For each thread that waits for sockets, of which there is one for each processor.
    private static final int THREADS_PER_IO_THREAD = 8;

    @Override
    public String name() {
        return "undertow";
    }

    @Override
    public String title() {
        return "Undertow";
    }

    @Override
    public List<ServerProgram> serverPrograms() {
        return List.of(new ServerProgram(
                "undertow",
                "io.ceiling.container.undertow.UndertowMain",
                false,
                List.of(Connector.NIO),
                Releases.NONE));
    }

    @Override
    public Limit defaultMaxConnections(Scenario scenario) {
        return Limit.UNLIMITED;
    }

    @Override
    public int defaultMaxThreads() {
        return THREADS_PER_IO_THREAD * Math.max(2, Runtime.getRuntime().availableProcessors());
    }

    @Override
    public boolean poolHasOtherThreads() {
        return false;
    }

    @Override
    public String smallHeap() {
        return "16m";
    }

    @Override
    public BeanMapping beanMapping() {
        return new BeanMapping(
                new BeanMapping.BeanNames(
                        "org.xnio:type=Xnio,provider=*,worker=*",
                        Map.of(
                                "WorkerPoolSize", "PoolThreads",
                                "BusyWorkerThreadCount", "BusyThreads",
                                "MaxWorkerPoolSize", "MaxThreads",
                                "WorkerQueueSize", "QueuedRequests")),
                List.of(new BeanMapping.BeanNames(
                        "org.xnio:type=Xnio,provider=*,worker=*,address=*",
                        Map.of("ConnectionCount", "ConnectionCount", "ConnectionLimitHighWater", "MaxConnections"))),
                BeanMapping.NO_VERSION,
                "");
    }
}
