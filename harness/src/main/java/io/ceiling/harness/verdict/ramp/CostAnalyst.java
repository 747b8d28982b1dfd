package io.ceiling.harness.verdict.ramp;

import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.result.Step;
import io.ceiling.harness.stats.CostPerConnection;
import io.ceiling.harness.stats.CostPerConnection.Slope;
import io.ceiling.harness.stats.CostPoints;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.function.Function;

/**
 * Computes the cost of one more connection as slopes over many points, so that the fixed cost of the JVM drops out.
 * Pure functions.
 *
 * <p>Kernel bytes are those of the whole host, so they include both ends of a connection if the load agents run on the
 * same host. Each server has a base of its own: a difference between two JVMs is no cost of a connection. A value that
 * could not be read removes its point from that line only.
 *
 * <p>Notes. The standard error of a line covers only its own points. The next server of the same settings has another
 * heap, and above all another resident set, at the same number of connections: the pages that its collector happens to
 * hold. That difference is added, so that the next run falls into the interval.
 */
public final class CostAnalyst {

    private static final int FIRST_SERVER = 1;

    /**
     * Standard deviations between servers of this project's application with the same settings, in bytes, whatever the number
     * of connections. CoverageTest has what they rest on: of the quick matrices in results/reference/repeats 99 % of the
     * intervals of heap and of the resident set have the mean of the runs, and without them 96 and 73 %. Of another
     * application they are the least that its servers differ by; nobody has measured more.
     */
    static final double HEAP_BETWEEN_SERVERS = 0.25 * (1 << 20);

    static final double RESIDENT_BETWEEN_SERVERS = 16 << 20;

    // A sample with the number of connections that were held when it was taken, and the number of the server.
    private record SamplePoint(int server, double connections, Sample sample) {}

    private CostAnalyst() {}

    /** Returns the cost from those of the steps that are points of it, each of which was read after a full collection. */
    public static CostPerConnection ofSteps(List<Step> steps) {
        return fit(steps.stream()
                .filter(Step::costPoint)
                .map(step -> new SamplePoint(step.server(), step.served(), step.after()))
                .toList());
    }

    /**
     * Returns the cost from samples of one recursion while it grows. Each level is one connection accepted and one opened, in
     * one process.
     */
    public static CostPerConnection ofRecursion(List<Sample> samples) {
        List<SamplePoint> points = new ArrayList<>();
        for (Sample sample : samples) {
            Observation deepest = sample.server().deepestLevel();
            Observation now = sample.server().recursionLevelsNow();
            if (deepest.isSeen() && (!now.isSeen() || CostPoints.isGrowing(now.orElse(0), deepest.orElse(0)))) {
                points.add(new SamplePoint(FIRST_SERVER, now.orElse(deepest.orElse(0)), sample));
            }
        }
        return fit(points);
    }

    private static CostPerConnection fit(List<SamplePoint> points) {
        if (points.isEmpty()) {
            return CostPerConnection.NONE;
        }
        return new CostPerConnection(
                points.size(),
                line(points, sample -> sample.afterGc() ? sample.server().heapUsedBytes() : Observation.NOT_SEEN)
                        .withAddedError(HEAP_BETWEEN_SERVERS / span(points)),
                line(points, sample -> sample.server().directBytes()),
                resident(points, sample -> sample.server().rssBytes()),
                resident(points, sample -> sample.server().rssWithoutFreeHeapBytes()),
                resident(points, sample -> sample.server().memory().pssBytes()),
                line(points, sample -> sample.server().threads()),
                line(points, sample -> sample.host().kernelBytes()));
    }

    private static Slope resident(List<SamplePoint> points, Function<Sample, Observation> value) {
        return line(points, value).withAddedError(RESIDENT_BETWEEN_SERVERS / span(points));
    }

    private static double span(List<SamplePoint> points) {
        DoubleSummaryStatistics connections =
                points.stream().mapToDouble(SamplePoint::connections).summaryStatistics();
        return connections.getMax() - connections.getMin();
    }

    private static Slope line(List<SamplePoint> points, Function<Sample, Observation> value) {
        return new CostPoints<>(points, SamplePoint::server, SamplePoint::connections)
                .fitLine(point -> value.apply(point.sample()).asDouble());
    }
}
