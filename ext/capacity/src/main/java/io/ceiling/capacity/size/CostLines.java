package io.ceiling.capacity.size;

import io.ceiling.harness.reading.Seen;
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
     * @param besideHeapBytes resident set without the pages of the heap
     * @param directBytes direct buffers, a part of the memory outside the heap
     * @param kernelBytes memory of the kernel: what the cgroup is charged, or that of the whole host
     */
    record Level(
            int server,
            int connections,
            Seen heapBytes,
            Seen besideHeapBytes,
            Seen directBytes,
            Seen threads,
            Seen descriptors,
            Seen kernelBytes) {}

    private CostLines() {}

    /** Returns the levels at which a server is warm. */
    public static List<Level> counted(List<Level> levels) {
        return points(levels).warm().all();
    }

    private static CostPoints<Level> points(List<Level> levels) {
        return new CostPoints<>(levels, Level::server, Level::connections);
    }

    /**
     * Returns the costs; empty if heap or resident set were seen at fewer than {@link #MIN_LEVELS} levels, or at one level
     * of most servers, so that a line has no interval.
     *
     * @param charged how the server's cgroup was charged for the kernel's memory, in words; empty for that of the host,
     *     which has both ends of the connections
     * @param where where the readings come from, in words
     * @param processors processors that the servers had; 0 if that is not known
     */
    public static Optional<ConnectionCosts> of(
            List<Level> levels, Optional<String> charged, long serviceNanos, String where, int processors) {
        List<Level> seen = levels.stream()
                .filter(level ->
                        level.heapBytes().isSeen() && level.besideHeapBytes().isSeen())
                .toList();
        if (seen.stream().mapToInt(Level::connections).distinct().count() < MIN_LEVELS) {
            return Optional.empty();
        }
        Slope heap = line(seen, Level::heapBytes);
        if (Double.isNaN(heap.margin())) {
            return Optional.empty();
        }
        Slope kernel = line(levels, Level::kernelBytes);
        return Optional.of(new ConnectionCosts(
                heap,
                line(seen, Level::besideHeapBytes),
                line(levels, Level::directBytes),
                line(levels, Level::threads),
                line(levels, Level::descriptors),
                charged.isPresent() ? kernel : halved(kernel),
                serviceNanos,
                new ConnectionCosts.CostBasis(
                        where,
                        seen.stream().mapToInt(Level::connections).max().orElse(0),
                        charged.orElse(OF_THE_HOST),
                        processors)));
    }

    private static Slope line(List<Level> levels, Function<Level, Seen> value) {
        return points(levels).line(level -> value.apply(level).number());
    }

    // The memory that the host's kernel has without connections is not the server's.
    private static Slope halved(Slope both) {
        return new Slope(both.perConnection() / 2, both.standardError() / 2, 0, both.degreesOfFreedom(), both.curved());
    }
}
