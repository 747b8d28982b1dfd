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
 * What an operation costs the server's JVM: bytes allocated by all its threads, and processor time; and the processor time of this one, the
 * client's. The profilers of JMH see the client alone. {@link ServerState} reads, because JMH has a profiler look when the server of
 * the last iteration is gone.
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

    /** @param operations all that ran between the readings, also those before and after the time that counts */
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
