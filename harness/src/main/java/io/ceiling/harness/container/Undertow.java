package io.ceiling.harness.container;

import io.ceiling.container.Connector;
import io.ceiling.container.Limit;
import io.ceiling.container.ThreadKind;
import io.ceiling.harness.model.Messaging;
import io.ceiling.harness.model.Scenario;
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
        return List.of(
                new Server("undertow", "io.ceiling.container.undertow.UndertowMain", false, List.of(Connector.NIO)));
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
        return switch (scenario.workload()) {
            case KEEP_ALIVE, CUSTOM -> 2_000;
            case WEBSOCKET -> 7_600;
            case BROADCAST -> isOverWebSocket(scenario) ? 20_800 : 13_900;
            case HOLD_ASYNC -> 4_400;
            // The stack of a virtual thread is in the heap.
            case HOLD_BLOCKING -> virtual ? 12_400 : 9_800;
            case RECURSIVE -> virtual ? 16_000 : 10_500;
            case RECURSIVE_ASYNC -> 5_700;
        };
    }

    @Override
    public long directBytesPerConnection(Scenario scenario) {
        long heap = scenario.jvm().heapMaxBytes().orElse(Long.MAX_VALUE);
        if (heap < BUFFERS_IN_HEAP_BELOW) {
            return 0;
        }
        int buffer =
                scenario.sizes().bufferBytes().orElse(heap < SMALL_BUFFERS_BELOW ? SMALL_BUFFER_BYTES : BUFFER_BYTES);
        return switch (scenario.workload()) {
            case HOLD_ASYNC -> buffer;
            case HOLD_BLOCKING -> 2L * buffer;
            case BROADCAST -> isOverWebSocket(scenario) ? 0 : buffer;
            case KEEP_ALIVE, WEBSOCKET, CUSTOM, RECURSIVE, RECURSIVE_ASYNC -> 0;
        };
    }

    /** A subscriber holds a WebSocket, or a response. */
    private static boolean isOverWebSocket(Scenario scenario) {
        return scenario.messaging().map(Messaging::isOverWebSocket).orElse(true);
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
