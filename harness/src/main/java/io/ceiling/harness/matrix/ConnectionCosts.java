package io.ceiling.harness.matrix;

import io.ceiling.container.Connector;
import io.ceiling.harness.model.Scenario;
import io.ceiling.harness.model.Workload;

/**
 * What a connection took of the server's heap and of its direct memory, after a full collection, in the runs of
 * results/reference. Pure functions.
 *
 * <p>Notes. Tomcat keeps buffers of its own for each connection, so that the heap is a straight line over their size, through what was
 * measured at 1 KiB and at the default. Jetty pools them: a connection that is answered with a held response keeps one of its
 * size, outside of the heap.
 */
final class ConnectionCosts {

    private static final int TOMCAT_BUFFER_BYTES = 8 << 10;
    private static final int JETTY_BUFFER_BYTES = 32 << 10;
    private static final int SMALL_BUFFER_BYTES = 1 << 10;

    /** Measured at two sizes of the buffers. */
    private record Line(long small, long usual) {
        long at(long bufferBytes) {
            double perByte = (double) (usual - small) / (TOMCAT_BUFFER_BYTES - SMALL_BUFFER_BYTES);
            return Math.round(usual + perByte * (bufferBytes - TOMCAT_BUFFER_BYTES));
        }
    }

    private ConnectionCosts() {}

    static long heapBytes(Scenario scenario) {
        if (!scenario.container().equals("tomcat")) {
            return jettyHeapBytes(scenario.workload());
        }
        Line line =
                scenario.connector() == Connector.BIO ? bioHeap(scenario.workload()) : tomcatHeap(scenario.workload());
        return line.at(scenario.sizes().bufferBytes().orElse(TOMCAT_BUFFER_BYTES));
    }

    static long directBytes(Scenario scenario) {
        Workload like = costsLike(scenario);
        boolean held = like == Workload.HOLD_ASYNC || like == Workload.HOLD_BLOCKING;
        return scenario.container().equals("jetty") && held
                ? scenario.sizes().bufferBytes().orElse(JETTY_BUFFER_BYTES)
                : 0;
    }

    /** A subscriber holds a WebSocket, or a response. */
    private static Workload costsLike(Scenario scenario) {
        boolean response = scenario.messaging()
                .filter(messaging -> !messaging.isOverWebSocket())
                .isPresent();
        return response ? Workload.HOLD_ASYNC : scenario.workload();
    }

    /** A connection keeps its request and buffers for as long as it has a thread. */
    private static Line bioHeap(Workload workload) {
        return switch (workload) {
            case WEBSOCKET, BROADCAST -> new Line(17_700, 69_000);
            case KEEP_ALIVE, HOLD_ASYNC, HOLD_BLOCKING, CUSTOM -> new Line(61_000, 95_000);
            case RECURSIVE, RECURSIVE_ASYNC -> new Line(77_000, 98_000);
        };
    }

    private static Line tomcatHeap(Workload workload) {
        return switch (workload) {
            case KEEP_ALIVE, CUSTOM -> new Line(4_400, 18_200);
            case WEBSOCKET, BROADCAST -> new Line(15_100, 72_700);
            case HOLD_ASYNC, HOLD_BLOCKING -> new Line(68_200, 104_000);
            case RECURSIVE, RECURSIVE_ASYNC -> new Line(80_000, 110_000);
        };
    }

    private static long jettyHeapBytes(Workload workload) {
        return switch (workload) {
            case KEEP_ALIVE, CUSTOM -> 109_000;
            case WEBSOCKET, BROADCAST -> 12_500;
            case HOLD_ASYNC, HOLD_BLOCKING -> 8_000;
            case RECURSIVE, RECURSIVE_ASYNC -> 15_000;
        };
    }
}
