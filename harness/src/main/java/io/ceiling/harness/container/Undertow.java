package io.ceiling.harness.container;

import io.ceiling.container.Connector;
import io.ceiling.container.Limit;
import io.ceiling.container.ThreadKind;
import io.ceiling.harness.model.Scenario;
import io.ceiling.harness.model.Workload;
import java.util.List;
import java.util.Map;

/**
 * Undertow.
 *
 * <p>An idle connection has no buffer. A held response has one of them and a request that blocks in the middle of its response two,
 * outside of the heap unless the heap is small. Threads that wait for sockets are no threads of its request pool.
 */
final class Undertow implements ContainerKind {

    /** For each thread that waits for sockets, of which there is one for each processor. */
    private static final int THREADS_PER_IO_THREAD = 8;

    private static final long BUFFERS_IN_HEAP_BELOW = 64L << 20;
    private static final long SMALL_BUFFERS_BELOW = 128L << 20;
    private static final int SMALL_BUFFER_BYTES = 1 << 10;
    /** With room for what a protocol puts in front of it. */
    private static final int BUFFER_BYTES = (16 << 10) - 20;

    @Override
    public String name() {
        return "undertow";
    }

    @Override
    public String title() {
        return "Undertow";
    }

    @Override
    public List<Server> servers() {
        return List.of(new Server(
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
    public long heapBytesPerConnection(Scenario scenario) {
        boolean virtual = scenario.threadKind() == ThreadKind.VIRTUAL;
        Workload workload = scenario.workload();
        return switch (workload.keeps()) {
            case CONNECTION -> 2_000;
            case WEBSOCKET -> workload.subscribes() ? bytesOfSubscriber(scenario) : 7_600;
            // The stack of a virtual thread is in the heap.
            case RESPONSE -> workload.holdsThread() ? (virtual ? 12_400 : 9_800) : 4_400;
            case CALL -> workload.holdsThread() ? (virtual ? 16_000 : 10_500) : 5_700;
        };
    }

    private static long bytesOfSubscriber(Scenario scenario) {
        return scenario.work().keepsResponseOpen() ? 13_900 : 20_800;
    }

    @Override
    public long directBytesPerConnection(Scenario scenario) {
        long heap = scenario.jvm().heapMaxBytes().orElse(Long.MAX_VALUE);
        if (heap < BUFFERS_IN_HEAP_BELOW) {
            return 0;
        }
        int buffer =
                scenario.sizes().bufferBytes().orElse(heap < SMALL_BUFFERS_BELOW ? SMALL_BUFFER_BYTES : BUFFER_BYTES);
        if (!scenario.work().keepsResponseOpen()) {
            return 0;
        }
        return scenario.workload().holdsThread() ? 2L * buffer : buffer;
    }

    @Override
    public String smallHeap() {
        return "16m";
    }

    @Override
    public StockBeans stockBeans() {
        return new StockBeans(
                new StockBeans.Source(
                        "org.xnio:type=Xnio,provider=*,worker=*",
                        Map.of(
                                "WorkerPoolSize", "PoolThreads",
                                "BusyWorkerThreadCount", "BusyThreads",
                                "MaxWorkerPoolSize", "MaxThreads",
                                "WorkerQueueSize", "QueuedRequests")),
                List.of(new StockBeans.Source(
                        "org.xnio:type=Xnio,provider=*,worker=*,address=*",
                        Map.of("ConnectionCount", "ConnectionCount", "ConnectionLimitHighWater", "MaxConnections"))),
                StockBeans.NOT_TOLD,
                "");
    }
}
