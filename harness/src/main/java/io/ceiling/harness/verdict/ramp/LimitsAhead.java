package io.ceiling.harness.verdict.ramp;

import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.reading.Seen;
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
public final class LimitsAhead {

    // Ratio of the ends of an interval up to which a limit counts as predicted.
    private static final double WIDEST = 2;

    // Factor by which the distance from a limit that was not met where it was expected grows.
    private static final double FASTER = 3;

    // Steps of the tolerance that cost less than a fresh server after a failure in the middle of the interval.
    private static final int SHORT_STEPS = 5;

    // Number of readings too small for an interval of their line.
    private static final int WITHOUT_INTERVAL = 3;

    // Largest standard error of a count's line, as a share of its slope.
    private static final double CLEAR = 1e-4;

    // Avoids that a whole number is rounded down for the last bit of a line.
    private static final double ROUNDING = 1e-3;

    // Share of the number expected from two levels up to which a step of any length is taken.
    private static final double FAR = 0.9;

    // Share of that number from which on steps are as short as the tolerance.
    private static final double NEAR = 0.97;

    // Share of the heap that connections must have taken so far: less may be the garbage of something else.
    private static final double MIN_SHARE = 0.1;

    // Lets a level count as the planned one although it was rounded down.
    private static final double ALMOST = 0.99;

    private LimitsAhead() {}

    /**
     * A number of connections that the server has held, and what was read then.
     *
     * @param connections number of connections, 0 for the server without any
     * @param sample reading while they were held
     */
    public record Level(int connections, Sample sample) {}

    /**
     * The server of a ramp.
     *
     * @param collector its collector, as {@code JvmSettings#garbageCollector}; empty if it is not known
     * @param replaceable true if a fresh server can take the place of one that was harmed
     * @param tolerance share of the ceiling to which it is to be known
     */
    public record Server(String collector, boolean replaceable, double tolerance) {}

    // Where a limit is expected: in the interval, most likely at usual.
    private record Aim(Interval interval, double usual) {}

    /**
     * Returns the next level, which is above the ceiling so far and never above the one that the ramp wants.
     *
     * @param wanted level that the ramp would take
     * @param ceiling highest level that passed so far; after a failure it may not be one of the held levels
     * @param held levels of this server that passed and tell what connections take, in their order
     */
    public static int next(int wanted, int ceiling, List<Level> held, Server server) {
        return held.isEmpty()
                ? wanted
                : nearest(held, server)
                        .map(aim -> Math.min(wanted, Math.max(ceiling + 1, aimed(wanted, ceiling, aim, server))))
                        .orElse(wanted);
    }

    private static int aimed(int wanted, int last, Aim aim, Server server) {
        double low = aim.interval().low() + ROUNDING;
        int above = CeilingFinder.justAbove(last, server.tolerance());
        if (wanted < low) {
            return wanted;
        }
        if ((int) low > above) {
            return (int) low;
        }
        double high = aim.interval().high();
        if (last + ROUNDING >= high) {
            return (int) Math.max(above, Math.min(wanted, last + FASTER * (last - aim.usual())));
        }
        boolean few = high <= last * Math.pow(1 + server.tolerance(), SHORT_STEPS);
        return few || !server.replaceable() ? above : (int) (last + (high - last) / 2);
    }

    private static Optional<Aim> nearest(List<Level> held, Server server) {
        ServerReading now = last(held).sample().server();
        return Stream.of(ServerLimit.values())
                .map(limit -> limit == ServerLimit.HEAP
                        ? heap(held, server)
                        : exact(held, limit::used, limit.most(now).orElse(0)))
                .flatMap(Optional::stream)
                .min(Comparator.comparingDouble(Aim::usual));
    }

    private static Optional<Aim> exact(List<Level> held, Function<ServerReading, Seen> quantity, long limit) {
        if (limit == 0) {
            return Optional.empty();
        }
        List<Level> seen = seen(held, quantity).all();
        // What a server opens for its first connections, such as a selector, is on no line with the others.
        List<Level> newest = seen.subList(Math.max(0, seen.size() - WITHOUT_INTERVAL), seen.size());
        Optional<Aim> counted =
                newest.size() < WITHOUT_INTERVAL ? Optional.empty() : counted(line(newest, quantity), limit);
        return counted.or(() -> aim(line(seen, quantity), limit, limit, limit));
    }

    // Returns where the newest three readings reach a limit if they lie on a line so well that it needs no interval:
    // a count does.
    private static Optional<Aim> counted(FittedLine line, long limit) {
        double at = line.at((double) limit);
        return line.rises() && line.standardError() <= CLEAR * line.perConnection()
                ? Optional.of(new Aim(new Interval(at, at), at))
                : Optional.empty();
    }

    private static Optional<Aim> heap(List<Level> held, Server server) {
        List<Level> read = held.stream()
                .filter(level -> level.sample().afterGc()
                        && level.sample().server().heapUsedBytes().isSeen())
                .toList();
        long max =
                read.isEmpty() ? 0 : last(read).sample().server().heapMaxBytes().orElse(0);
        if (max == 0) {
            return Optional.empty();
        }
        HeapReserve reserve = HeapReserve.of(server.collector(), max).orElseGet(() -> HeapReserve.ofG1(max));
        Optional<Aim> aim = aim(
                line(read, ServerReading::heapUsedBytes),
                max - reserve.mostBytes(),
                max - reserve.usualBytes(),
                max - reserve.leastBytes());
        return aim.isPresent() || server.replaceable() ? aim : careful(read, max - reserve.mostBytes());
    }

    // Returns where a line reaches a limit, which lies between least and most; empty if that is not known closely
    // enough.
    private static Optional<Aim> aim(FittedLine line, long least, long usual, long most) {
        Interval low = line.interval((double) least);
        Interval high = line.interval((double) most);
        return low.isKnown() && low.low() > 0 && high.high() <= WIDEST * low.low()
                ? Optional.of(new Aim(new Interval(low.low(), high.high()), line.at((double) usual)))
                : Optional.empty();
    }

    private static Optional<Aim> careful(List<Level> read, long limit) {
        List<Level> with =
                read.stream().filter(level -> level.connections() > 0).toList();
        FittedLine line = line(with, ServerReading::heapUsedBytes);
        if (with.size() < 2 || !line.rises() || used(last(with)) - used(with.get(0)) < MIN_SHARE * limit) {
            return Optional.empty();
        }
        int last = last(with).connections();
        double expected = last + (double) (limit - used(last(with))) / line.perConnection();
        double share = last < ALMOST * FAR * expected ? FAR : NEAR;
        return Optional.of(new Aim(new Interval(share * expected, Double.POSITIVE_INFINITY), expected));
    }

    private static CostPoints<Level> seen(List<Level> levels, Function<ServerReading, Seen> quantity) {
        return CostPoints.ofOneServer(levels, Level::connections).seen(level -> number(level, quantity));
    }

    private static FittedLine line(List<Level> levels, Function<ServerReading, Seen> quantity) {
        CostPoints<Level> seen = seen(levels, quantity);
        return LeastSquares.fitted(seen.x(), seen.y(level -> number(level, quantity)));
    }

    private static OptionalDouble number(Level level, Function<ServerReading, Seen> quantity) {
        return quantity.apply(level.sample().server()).number();
    }

    private static long used(Level level) {
        return level.sample().server().heapUsedBytes().orElse(0);
    }

    private static Level last(List<Level> levels) {
        return levels.get(levels.size() - 1);
    }
}
