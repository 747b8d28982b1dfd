package io.ceiling.harness.verdict.ramp;

import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.reading.ServerReading;
import io.ceiling.harness.result.HeapReserve;
import io.ceiling.harness.result.ServerLimit;
import io.ceiling.harness.stats.CostPoints;
import io.ceiling.harness.stats.FittedLine;
import io.ceiling.harness.stats.Interval;
import io.ceiling.harness.stats.LeastSquares;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Aims the levels of a growing ramp at the nearest limit that the levels so far predict: first just below it, then just above
 * it, so that a server is not driven far beyond its limit to find it. The levels are measured all the same: a prediction
 * decides which numbers are tried, and never what they show. Pure functions.
 *
 * <p>Notes. Each quantity that has a limit ({@link ServerLimit}) has a line through the levels,
 * the server without a connection among them, and the limit is expected within Fieller's interval of {@link FittedLine}.
 * A JVM that has run out of heap may have lost threads. If no fresh server can take its place, its limit has to be met by a
 * step that is short enough to decide the ceiling at once; so its heap is approached even where two levels are all that is
 * known.
 */
public final class LimitForecast {

    // Ratio of the ends of an interval up to which a limit counts as predicted.
    private static final double MAX_INTERVAL_RATIO = 2;

    // Factor by which the distance from a limit that was not met where it was expected grows.
    private static final double DISTANCE_FACTOR = 3;

    // Steps of the tolerance that cost less than a fresh server after a failure in the middle of the interval.
    private static final int SHORT_STEPS = 5;

    // Number of readings too small for an interval of their line.
    private static final int EXACT_READINGS = 3;

    // Largest standard error of a count's line, as a share of its slope.
    private static final double MAX_SLOPE_ERROR = 1e-4;

    // Avoids that a whole number is rounded down for the last bit of a line.
    private static final double ROUNDING = 1e-3;

    // Share of the number expected from two levels up to which a step of any length is taken.
    private static final double FREE_STEP_SHARE = 0.9;

    // Share of that number from which on steps are as short as the tolerance.
    private static final double SHORT_STEP_SHARE = 0.97;

    // Share of the heap that connections must have taken so far: less may be the garbage of something else.
    private static final double MIN_SHARE = 0.1;

    // Lets a level count as the planned one although it was rounded down.
    private static final double ALMOST = 0.99;

    private LimitForecast() {}

    /**
     * A number of connections that the server has held, and what was read then.
     *
     * @param connections number of connections, 0 for the server without any
     * @param sample reading while they were held
     */
    public record PassedLevel(int connections, Sample sample) {}

    /**
     * The server of a ramp.
     *
     * @param collector its collector, as {@code JvmSettings#garbageCollector}; empty if it is not known
     * @param replaceable true if a fresh server can take the place of one that was harmed
     * @param tolerance share of the ceiling to which it is to be known
     */
    public record Server(String collector, boolean replaceable, double tolerance) {}

    // Where a limit is expected: in the interval, most likely at usual.
    private record ExpectedLimit(Interval interval, double mostLikely) {}

    /**
     * Returns the next level, which is above the ceiling so far and never above the one that the ramp wants.
     *
     * @param plannedLevel level that the ramp would take
     * @param ceiling highest level that passed so far; after a failure it may not be one of the held levels
     * @param heldLevels levels of this server that passed and tell what connections take, in their order
     */
    public static int next(int plannedLevel, int ceiling, List<PassedLevel> heldLevels, Server server) {
        return heldLevels.isEmpty()
                ? plannedLevel
                : nearest(heldLevels, server)
                        .map(aim -> Math.min(
                                plannedLevel, Math.max(ceiling + 1, levelToward(plannedLevel, ceiling, aim, server))))
                        .orElse(plannedLevel);
    }

    private static int levelToward(int plannedLevel, int last, ExpectedLimit aim, Server server) {
        double low = aim.interval().low() + ROUNDING;
        int above = CeilingFinder.justAbove(last, server.tolerance());
        if (plannedLevel < low) {
            return plannedLevel;
        }
        if ((int) low > above) {
            return (int) low;
        }
        double high = aim.interval().high();
        if (last + ROUNDING >= high) {
            return (int) Math.max(above, Math.min(plannedLevel, last + DISTANCE_FACTOR * (last - aim.mostLikely())));
        }
        boolean few = high <= last * Math.pow(1 + server.tolerance(), SHORT_STEPS);
        return few || !server.replaceable() ? above : (int) (last + (high - last) / 2);
    }

    private static Optional<ExpectedLimit> nearest(List<PassedLevel> heldLevels, Server server) {
        ServerReading now = last(heldLevels).sample().server();
        return Stream.of(ServerLimit.values())
                .map(limit -> limit == ServerLimit.HEAP
                        ? heap(heldLevels, server)
                        : countLimit(
                                heldLevels, limit::useOf, limit.limitOf(now).orElse(0)))
                .flatMap(Optional::stream)
                .min(Comparator.comparingDouble(ExpectedLimit::mostLikely));
    }

    private static Optional<ExpectedLimit> countLimit(
            List<PassedLevel> heldLevels, Function<ServerReading, Observation> quantity, long limit) {
        if (limit == 0) {
            return Optional.empty();
        }
        List<PassedLevel> seen = seenPoints(heldLevels, quantity).readings();
        // What a server opens for its first connections, such as a selector, is on no line with the others.
        List<PassedLevel> newest = seen.subList(Math.max(0, seen.size() - EXACT_READINGS), seen.size());
        Optional<ExpectedLimit> counted =
                newest.size() < EXACT_READINGS ? Optional.empty() : exactCount(line(newest, quantity), limit);
        return counted.or(() -> expectedLimit(line(seen, quantity), limit, limit, limit));
    }

    // Returns where the newest three readings reach a limit if they lie on a line so well that it needs no interval:
    // a count does.
    private static Optional<ExpectedLimit> exactCount(FittedLine line, long limit) {
        double at = line.xAt((double) limit);
        return line.rises() && line.standardError() <= MAX_SLOPE_ERROR * line.perConnection()
                ? Optional.of(new ExpectedLimit(new Interval(at, at), at))
                : Optional.empty();
    }

    private static Optional<ExpectedLimit> heap(List<PassedLevel> heldLevels, Server server) {
        List<PassedLevel> read = heldLevels.stream()
                .filter(level -> level.sample().afterGc()
                        && level.sample().server().heapUsedBytes().isSeen())
                .toList();
        long max =
                read.isEmpty() ? 0 : last(read).sample().server().heapMaxBytes().orElse(0);
        if (max == 0) {
            return Optional.empty();
        }
        HeapReserve reserve = HeapReserve.of(server.collector(), max).orElseGet(() -> HeapReserve.ofG1(max));
        Optional<ExpectedLimit> aim = expectedLimit(
                line(read, ServerReading::heapUsedBytes),
                max - reserve.mostBytes(),
                max - reserve.usualBytes(),
                max - reserve.leastBytes());
        return aim.isPresent() || server.replaceable() ? aim : cautiousHeap(read, max - reserve.mostBytes());
    }

    // Returns where a line reaches a limit, which lies between least and most; empty if that is not known closely
    // enough.
    private static Optional<ExpectedLimit> expectedLimit(FittedLine line, long least, long usual, long most) {
        Interval low = line.interval((double) least);
        Interval high = line.interval((double) most);
        return low.isKnown() && low.low() > 0 && high.high() <= MAX_INTERVAL_RATIO * low.low()
                ? Optional.of(new ExpectedLimit(new Interval(low.low(), high.high()), line.xAt((double) usual)))
                : Optional.empty();
    }

    private static Optional<ExpectedLimit> cautiousHeap(List<PassedLevel> read, long limit) {
        List<PassedLevel> loaded =
                read.stream().filter(level -> level.connections() > 0).toList();
        FittedLine line = line(loaded, ServerReading::heapUsedBytes);
        if (loaded.size() < 2 || !line.rises() || used(last(loaded)) - used(loaded.get(0)) < MIN_SHARE * limit) {
            return Optional.empty();
        }
        int last = last(loaded).connections();
        double expected = last + (double) (limit - used(last(loaded))) / line.perConnection();
        double share = last < ALMOST * FREE_STEP_SHARE * expected ? FREE_STEP_SHARE : SHORT_STEP_SHARE;
        return Optional.of(new ExpectedLimit(new Interval(share * expected, Double.POSITIVE_INFINITY), expected));
    }

    private static CostPoints<PassedLevel> seenPoints(
            List<PassedLevel> levels, Function<ServerReading, Observation> quantity) {
        return CostPoints.ofOneServer(levels, PassedLevel::connections).withValue(level -> number(level, quantity));
    }

    private static FittedLine line(List<PassedLevel> levels, Function<ServerReading, Observation> quantity) {
        CostPoints<PassedLevel> seen = seenPoints(levels, quantity);
        return LeastSquares.fitLine(seen.x(), seen.y(level -> number(level, quantity)));
    }

    private static OptionalDouble number(PassedLevel level, Function<ServerReading, Observation> quantity) {
        return quantity.apply(level.sample().server()).asDouble();
    }

    private static long used(PassedLevel level) {
        return level.sample().server().heapUsedBytes().orElse(0);
    }

    private static PassedLevel last(List<PassedLevel> levels) {
        return levels.get(levels.size() - 1);
    }
}
