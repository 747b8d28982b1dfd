package io.ceiling.capacity.size;

import io.ceiling.harness.reading.Seen;
import io.ceiling.harness.stats.CostPerConnection.Slope;
import io.ceiling.harness.stats.LeastSquares;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Fits what connections cost to readings at several numbers of connections. Pure functions. */
final class CostLines {

    /** Fewest numbers of connections that a line with an interval needs: it has two degrees of freedom then. */
    public static final int MIN_LEVELS = 4;

    /**
     * Share of the most connections of a server from which on its levels count. While it holds fewer, it compiles code and
     * fills its pools, which is no cost of a connection.
     */
    private static final double COUNTED_SHARE = 0.39;

    private static final String OF_THE_HOST =
            "half of what both ends take on this host; the kernel's memory without connections is not known";

    private CostLines() {}

    /** Returns the levels from which on a server is warm: its own share of the most connections that it held. */
    public static List<LevelReading> counted(List<LevelReading> levels) {
        Map<Integer, Integer> most = new HashMap<>();
        levels.forEach(level -> most.merge(level.server(), level.connections(), Math::max));
        return levels.stream()
                .filter(level -> level.connections() >= COUNTED_SHARE * most.getOrDefault(level.server(), 0))
                .toList();
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
            List<LevelReading> levels, Optional<String> charged, long serviceNanos, String where, int processors) {
        List<LevelReading> seen = levels.stream()
                .filter(level ->
                        level.heapBytes().isSeen() && level.besideHeapBytes().isSeen())
                .toList();
        if (seen.stream().mapToInt(LevelReading::connections).distinct().count() < MIN_LEVELS) {
            return Optional.empty();
        }
        Slope heap = line(seen, LevelReading::heapBytes);
        if (Double.isNaN(heap.margin())) {
            return Optional.empty();
        }
        Slope kernel = line(levels, LevelReading::kernelBytes);
        return Optional.of(new ConnectionCosts(
                heap,
                line(seen, LevelReading::besideHeapBytes),
                line(levels, LevelReading::directBytes),
                line(levels, LevelReading::threads),
                line(levels, LevelReading::descriptors),
                charged.isPresent() ? kernel : halved(kernel),
                serviceNanos,
                new ConnectionCosts.CostBasis(
                        where,
                        seen.stream().mapToInt(LevelReading::connections).max().orElse(0),
                        charged.orElse(OF_THE_HOST),
                        processors)));
    }

    private static Slope line(List<LevelReading> levels, Function<LevelReading, Seen> value) {
        List<LevelReading> seen =
                levels.stream().filter(level -> value.apply(level).isSeen()).toList();
        return LeastSquares.fit(
                seen.stream().mapToInt(LevelReading::server).toArray(),
                seen.stream().mapToDouble(LevelReading::connections).toArray(),
                seen.stream().mapToDouble(level -> value.apply(level).orElse(0)).toArray());
    }

    /** Returns the line of one of two equal ends. What the host's kernel has without connections is not the server's. */
    private static Slope halved(Slope both) {
        return new Slope(both.perConnection() / 2, both.standardError() / 2, 0, both.degreesOfFreedom(), both.curved());
    }
}
