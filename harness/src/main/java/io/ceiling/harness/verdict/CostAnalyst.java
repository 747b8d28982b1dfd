package io.ceiling.harness.verdict;

import io.ceiling.harness.model.CostPerConnection;
import io.ceiling.harness.model.CostPerConnection.Slope;
import io.ceiling.harness.model.HostReading;
import io.ceiling.harness.model.Sample;
import io.ceiling.harness.model.ServerReading;
import io.ceiling.harness.model.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * Computes the cost of one more connection as slopes over many points, so that the fixed cost of the JVM drops out.
 * Pure functions.
 *
 * <p>Kernel bytes are slab and socket memory of the whole host, so they include both ends of a connection if the load
 * agents run on the same host. A value that could not be read removes its point from that line only.
 */
public final class CostAnalyst {

    /** A sample with the number of connections that were held when it was taken. */
    private record Point(double connections, Sample sample) {}

    private CostAnalyst() {}

    /**
     * Returns the cost from the steps that passed, each of which was read after a full collection.
     *
     * @param baseline sample after a full collection with no connections open; empty if there is none
     */
    public static CostPerConnection ofSteps(Optional<Sample> baseline, List<Step> steps) {
        List<Point> points = new ArrayList<>();
        baseline.ifPresent(sample -> points.add(new Point(0, sample)));
        steps.stream().filter(Step::passed).forEach(step -> points.add(new Point(step.served(), step.after())));
        return fit(points);
    }

    /**
     * Returns the cost from samples of one growing recursion. Each level is one connection accepted and one opened, in
     * one process.
     *
     * <p>Samples of the unwinding chain are left out: a JVM does not return its memory at once.
     */
    public static CostPerConnection ofRecursion(List<Sample> samples) {
        List<Point> points = new ArrayList<>();
        for (Sample sample : samples) {
            long deepest = sample.server().deepestLevel();
            long now = sample.server().recursionLevelsNow();
            boolean growing = now < 0 || now >= deepest - Math.max(2, deepest / 100);
            if (deepest >= 0 && growing) {
                points.add(new Point(now < 0 ? deepest : now, sample));
            }
        }
        return fit(points);
    }

    private static CostPerConnection fit(List<Point> points) {
        if (points.isEmpty()) {
            return CostPerConnection.NONE;
        }
        return new CostPerConnection(
                points.size(),
                line(points, sample -> sample.afterGc() ? sample.server().heapUsedBytes() : -1),
                line(points, sample -> sample.server().directBytes()),
                line(points, sample -> sample.server().rssBytes()),
                line(points, sample -> sample.server().pssBytes()),
                line(points, sample -> threads(sample.server())),
                line(points, sample -> kernelBytes(sample.host())));
    }

    private static double threads(ServerReading server) {
        return server.threads();
    }

    private static double kernelBytes(HostReading host) {
        return host.slabBytes() < 0 || host.socketMemoryBytes() < 0 ? -1 : host.slabBytes() + host.socketMemoryBytes();
    }

    private static Slope line(List<Point> points, ToDoubleFunction<Sample> value) {
        List<Point> seen = points.stream()
                .filter(point -> value.applyAsDouble(point.sample()) >= 0)
                .toList();
        return LeastSquares.fit(
                seen.stream().mapToDouble(Point::connections).toArray(),
                seen.stream()
                        .mapToDouble(point -> value.applyAsDouble(point.sample()))
                        .toArray());
    }
}
