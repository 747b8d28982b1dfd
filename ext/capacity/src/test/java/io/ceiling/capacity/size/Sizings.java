package io.ceiling.capacity.size;

import io.ceiling.container.Connector;
import io.ceiling.container.ThreadKind;
import io.ceiling.harness.scenario.Jdk;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.scenario.ServerSettings;
import io.ceiling.harness.scenario.Work;
import io.ceiling.harness.scenario.Workload;
import io.ceiling.harness.stats.CostPerConnection.Slope;
import io.ceiling.harness.workload.Workloads;
import java.nio.file.Path;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Settings from made-up costs. */
public final class Sizings {

    /** Service time of a request at the 99th percentile, in ns. */
    private static final long SERVICE_NANOS = 2_500_000;

    private Sizings() {}

    /** Costs like those of a WebSocket of Tomcat: 70 KiB of heap, 4 KiB beside it and 6 KiB in the kernel. */
    public static ConnectionCosts costs() {
        return new ConnectionCosts(
                line(70 << 10, 100, 12 << 20),
                line(4 << 10, 200, 110 << 20),
                line(0, 0, 100 << 10),
                line(0, 0.001, 40),
                line(1, 0.002, 90),
                line(6 << 10, 50, 8 << 20),
                SERVICE_NANOS,
                new ConnectionCosts.CostBasis(
                        "5 levels of one server", 1_000, "what the server's cgroup was charged", 2));
    }

    /** Returns a line of three degrees of freedom. */
    static Slope line(double perConnection, double standardError, double base) {
        return new Slope(perConnection, standardError, base, 3, false);
    }

    public static Scenario server(String container, ThreadKind threads, Workload workload, OptionalInt buffer) {
        Jdk jdk = new Jdk(Path.of("/jdk"), "25.0.3", 25);
        ServerSettings server = ServerSettings.builder(container, Connector.NIO, threads, jdk)
                .bufferBytes(buffer)
                .heapMaxBytes(1L << 30)
                .nofile(20_000)
                .build();
        return new Scenario(server, Work.of(workload), 1_000);
    }

    public static Scenario tomcat() {
        return server("tomcat", ThreadKind.PLATFORM, Workloads.WEBSOCKET, OptionalInt.empty());
    }

    public static SizingGoal wanted(int connections) {
        return new SizingGoal(connections, OptionalLong.empty(), OptionalDouble.empty(), OptionalLong.empty());
    }

    public static SizingGoal inMemory(int connections, long bytes) {
        return new SizingGoal(connections, OptionalLong.of(bytes), OptionalDouble.empty(), OptionalLong.empty());
    }

    public static Sizing sizing(int connections, Scenario measured) {
        return Sizer.answer(wanted(connections), measured, costs()).sizing();
    }
}
