package io.ceiling.jmh;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.ScalarResult;

/**
 * Reports what an operation costs the server's JVM, in allocated bytes and processor time, and what it costs this JVM,
 * the client's, in processor time.
 *
 * <p>JMH's own profilers see only the client. The readings are taken by {@link ServerState}, because JMH calls a
 * profiler only after the server of the last iteration has ended.
 */
public final class ServerProfiler implements InternalProfiler {

    @Override
    public String getDescription() {
        return "Allocation and processor time of the server's JVM, processor time of the client's";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {}

    @Override
    public Collection<ScalarResult> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        return ServerCost.takeLast()
                .map(cost -> results(cost, result.getMetadata().getAllOps()))
                .orElse(List.of());
    }

    /**
     * @param operations number of operations between the readings, including those before and after the measured time
     */
    static List<ScalarResult> results(ServerCost cost, long operations) {
        List<ScalarResult> results = new ArrayList<>();
        if (operations > 0) {
            cost.allocatedBytes()
                    .ifPresent(bytes -> results.add(result("server.alloc.norm", (double) bytes / operations, "B/op")));
            results.add(result("server.cpu.norm", cost.serverCpuNanos() / 1000.0 / operations, "us/op"));
            results.add(result("client.cpu.norm", cost.clientCpuNanos() / 1000.0 / operations, "us/op"));
        }
        return results;
    }

    private static ScalarResult result(String name, double value, String unit) {
        return new ScalarResult(name, value, unit, AggregationPolicy.AVG);
    }
}
