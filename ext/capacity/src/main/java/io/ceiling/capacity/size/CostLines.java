package io.ceiling.capacity.size;

import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.stats.CostPerConnection.Slope;
import io.ceiling.harness.stats.CostPoints;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Fits what connections cost to readings at several numbers of connections. Pure functions. */
final class CostLines {

    /** Fewest levels for a line with an interval: it then has two degrees of freedom. */
    public static final int MIN_LEVELS = 4;

    private static final String OF_THE_HOST =
            "half of what both ends take on this host; the kernel's memory without connections is not known";

    /**
     * The figures of a server that holds a number of connections, after a full collection.
     *
     * @param server number of the server JVM, 1 for the first
     * @param nonHeapBytes resident set without the pages of the heap
     * @param directBytes direct buffers, a part of the memory outside the heap
     * @param kernelBytes memory of the kernel: what the cgroup is charged, or that of the whole host
     */
    record CostLevel(
            int server,
            int connections,
            Observation heapBytes,
            Observation nonHeapBytes,
            Observation directBytes,
            Observation threads,
            Observation descriptors,
            Observation kernelBytes) {}

    private CostLines() {}

    /** Returns the levels at which a server is warm. */
    public static List<CostLevel> warmLevels(List<CostLevel> levels) {
        return points(levels).warm().readings();
    }

    private static CostPoints<CostLevel> points(List<CostLevel> levels) {
        return new CostPoints<>(levels, CostLevel::server, CostLevel::connections);
    }

    /**
     * Returns the costs; empty if heap or resident set were seen at fewer than {@link #MIN_LEVELS} levels, or at one level
     * of most servers, so that a line has no interval.
     *
     * @param cgroupCharge how the server's cgroup was charged for the kernel's memory, in words; empty for that of the host,
     *     which has both ends of the connections
     * @param source where the readings come from, in words
     * @param processors processors that the servers had; 0 if that is not known
     */
    public static Optional<ConnectionCosts> of(
            List<CostLevel> levels, Optional<String> cgroupCharge, long serviceNanos, String source, int processors) {
        List<CostLevel> seen = levels.stream()
                .filter(level ->
                        level.heapBytes().isSeen() && level.nonHeapBytes().isSeen())
                .toList();
        if (seen.stream().mapToInt(CostLevel::connections).distinct().count() < MIN_LEVELS) {
            return Optional.empty();
        }
        Slope heap = line(seen, CostLevel::heapBytes);
        if (Double.isNaN(heap.margin())) {
            return Optional.empty();
        }
        Slope kernel = line(levels, CostLevel::kernelBytes);
        return Optional.of(new ConnectionCosts(
                heap,
                line(seen, CostLevel::nonHeapBytes),
                line(levels, CostLevel::directBytes),
                line(levels, CostLevel::threads),
                line(levels, CostLevel::descriptors),
                cgroupCharge.isPresent() ? kernel : halved(kernel),
                serviceNanos,
                new ConnectionCosts.CostBasis(
                        source,
                        seen.stream().mapToInt(CostLevel::connections).max().orElse(0),
                        cgroupCharge.orElse(OF_THE_HOST),
                        processors)));
    }

    private static Slope line(List<CostLevel> levels, Function<CostLevel, Observation> value) {
        return points(levels).fitLine(level -> value.apply(level).asDouble());
    }

    // The memory that the host's kernel has without connections is not the server's.
    private static Slope halved(Slope hostSlope) {
        return new Slope(
                hostSlope.perConnection() / 2,
                hostSlope.standardError() / 2,
                0,
                hostSlope.degreesOfFreedom(),
                hostSlope.curved());
    }
}
