package io.ceiling.harness.verdict.sizing;

import io.ceiling.harness.model.CostPerConnection.Slope;
import io.ceiling.harness.model.Seen;
import io.ceiling.harness.model.sizing.ConnectionCosts;
import io.ceiling.harness.model.sizing.LevelReading;
import io.ceiling.harness.verdict.LeastSquares;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Fits what connections cost to readings at several numbers of connections. Pure functions. */
public final class CostLines {

    /** Fewest numbers of connections that a line with an interval needs. */
    public static final int LEAST_LEVELS = 3;

    private static final String OF_THE_HOST =
            "half of what both ends take on this host; the kernel's memory without connections is not known";

    private CostLines() {}

    /**
     * Returns the costs; empty if heap or resident set were seen at fewer than {@link #LEAST_LEVELS} levels.
     *
     * @param charged true if the kernel's memory is what the server's cgroup was charged; false for that of the host,
     *     which has both ends of the connections
     */
    public static Optional<ConnectionCosts> of(
            List<LevelReading> levels, boolean charged, long serviceNanos, String where) {
        List<LevelReading> seen = levels.stream()
                .filter(level ->
                        level.heapBytes().isSeen() && level.besideHeapBytes().isSeen())
                .toList();
        if (seen.stream().mapToInt(LevelReading::connections).distinct().count() < LEAST_LEVELS) {
            return Optional.empty();
        }
        Slope kernel = line(levels, LevelReading::kernelBytes);
        return Optional.of(new ConnectionCosts(
                line(seen, LevelReading::heapBytes),
                line(seen, LevelReading::besideHeapBytes),
                line(levels, LevelReading::directBytes),
                line(levels, LevelReading::threads),
                line(levels, LevelReading::descriptors),
                charged ? kernel : halved(kernel),
                serviceNanos,
                new ConnectionCosts.Source(
                        where,
                        seen.stream().mapToInt(LevelReading::connections).max().orElse(0),
                        charged ? "what the server's cgroup was charged" : OF_THE_HOST)));
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
