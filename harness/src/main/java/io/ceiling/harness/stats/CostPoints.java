package io.ceiling.harness.stats;

import io.ceiling.harness.stats.CostPerConnection.Slope;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;

/**
 * Readings at several numbers of connections, and the rules by which they are points of a line of cost. Memory that a
 * server takes for other reasons than its connections is no cost of a connection. When it does so depends on how it
 * is loaded, so each way of loading has its own rule. Immutable.
 *
 * @param readings readings in the order in which they were taken
 * @param serverOf number of the server of a reading; each server has a value at zero connections of its own
 * @param connectionsOf connections at a reading
 */
public record CostPoints<T>(List<T> readings, ToIntFunction<T> serverOf, ToDoubleFunction<T> connectionsOf) {

    /**
     * Percentage of the largest number of connections from which a server is warm: below, it compiles and fills
     * pools.
     */
    public static final int WARM_PERCENT = 40;

    // The same as a share, slightly lower because levels are rounded down.
    private static final double WARM_SHARE = 0.39;

    // Minimum number of points of a line of bytes after leaving out levels below the warm-up.
    private static final int MIN_BEYOND = 4;

    // Minimum number of points of a line of a count after leaving out levels without a rise.
    private static final int MIN_RISEN = 3;

    public CostPoints {
        readings = List.copyOf(readings);
    }

    /** Creates readings of one server. */
    public static <T> CostPoints<T> ofOneServer(List<T> readings, ToDoubleFunction<T> connections) {
        return new CostPoints<>(readings, reading -> 0, connections);
    }

    private CostPoints<T> with(List<T> some) {
        return new CostPoints<>(some, serverOf, connectionsOf);
    }

    /**
     * Returns true for a reading of a recursion that has not begun to unwind: a JVM does not return its memory at once. One
     * or two levels, or a hundredth, may have ended before they were counted.
     */
    public static boolean isGrowing(long now, long deepest) {
        return now >= deepest - Math.max(2, deepest / 100);
    }

    /**
     * Returns the steps of a ramp that passed in a server before a failure left traces there, such as objects that it keeps of
     * connections that were cut off. A ramp goes on after failures, which no other way of loading does.
     */
    public CostPoints<T> beforeTraces(Predicate<T> passed, boolean failuresLeaveTraces) {
        Set<Integer> spoilt = new HashSet<>();
        return with(readings.stream()
                .filter(step -> {
                    if (!passed.test(step) && failuresLeaveTraces) {
                        spoilt.add(serverOf.applyAsInt(step));
                    }
                    return passed.test(step) && !spoilt.contains(serverOf.applyAsInt(step));
                })
                .toList());
    }

    /**
     * Returns the levels at which a server is warm, from {@link #WARM_PERCENT} of the most that it held. The commands
     * size and anatomy need the cost of a connection at full load, and hold levels only for that.
     */
    public CostPoints<T> warm() {
        Map<Integer, Double> most = new HashMap<>();
        readings.forEach(
                level -> most.merge(serverOf.applyAsInt(level), connectionsOf.applyAsDouble(level), Math::max));
        return with(readings.stream()
                .filter(level -> connectionsOf.applyAsDouble(level)
                        >= WARM_SHARE * most.getOrDefault(serverOf.applyAsInt(level), 0.0))
                .toList());
    }

    /**
     * Returns the levels with at least as many connections as the warm-up, whose buffers a server keeps. If those are
     * too few, returns all levels: a prediction has a tenth of the load and cannot do without the lower ones.
     */
    public CostPoints<T> fromWarmUpSize(int warmUp) {
        List<T> beyond = readings.stream()
                .filter(level -> connectionsOf.applyAsDouble(level) >= warmUp)
                .toList();
        return beyond.size() >= MIN_BEYOND ? with(beyond) : this;
    }

    /**
     * Returns the levels from the first rise of a count on; all levels if those are too few. Spare threads of a pool
     * serve the first connections of a prediction without a rise, so those levels are not on the line of the others.
     */
    public CostPoints<T> fromFirstRise(Function<T, OptionalDouble> count) {
        int flat = 1;
        while (flat < readings.size() && count.apply(readings.get(flat)).equals(count.apply(readings.get(0)))) {
            flat++;
        }
        return flat > 1 && readings.size() - flat >= MIN_RISEN ? with(readings.subList(flat, readings.size())) : this;
    }

    public CostPoints<T> withValue(Function<T, OptionalDouble> value) {
        return with(readings.stream()
                .filter(reading -> value.apply(reading).isPresent())
                .toList());
    }

    public Slope fitLine(Function<T, OptionalDouble> value) {
        CostPoints<T> seen = withValue(value);
        return LeastSquares.fit(seen.servers(), seen.x(), seen.y(value));
    }

    /**
     * Returns the number of connections at which a value is reached if the points are on a curve and each further connection costs
     * what the last ones did: along the tangent of the parabola at the most. Empty if they are on none, or it does not rise.
     */
    public OptionalDouble connectionsOnCurve(Function<T, OptionalDouble> value, double targetValue) {
        double[] x = x();
        double[] y = y(value);
        int last = 0;
        for (int i = 1; i < x.length; i++) {
            last = x[i] > x[last] ? i : last;
        }
        double slope = fitLine(value).curved()
                ? ParabolaFit.of(servers(), x, y).map(ParabolaFit::slopeAtMaxX).orElse(0.0)
                : 0;
        return slope > 0 ? OptionalDouble.of(x[last] + (targetValue - y[last]) / slope) : OptionalDouble.empty();
    }

    public int[] servers() {
        return readings.stream().mapToInt(serverOf).toArray();
    }

    /** Returns the numbers of connections. */
    public double[] x() {
        return readings.stream().mapToDouble(connectionsOf).toArray();
    }

    public double[] y(Function<T, OptionalDouble> value) {
        return readings.stream()
                .mapToDouble(reading -> value.apply(reading).orElse(0))
                .toArray();
    }
}
