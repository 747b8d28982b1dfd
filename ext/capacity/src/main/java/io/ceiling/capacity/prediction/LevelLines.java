package io.ceiling.capacity.prediction;

import io.ceiling.container.Limit;
import io.ceiling.harness.forecast.LimitAnswer;
import io.ceiling.harness.forecast.LimitPrediction.NotPredicted;
import io.ceiling.harness.forecast.PredictedLimit;
import io.ceiling.harness.forecast.PredictedLimit.Basis;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.reading.Seen;
import io.ceiling.harness.reading.ServerReading;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.stats.Interval;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * The lines through what was read at a few levels, each extended to a limit. Immutable.
 *
 * <p>Notes. If the levels are on a curve, the number follows from the cost of the last connections, and the interval has
 * the number of the line as its other end. If the highest level was opened a second time and needed more than before,
 * the rise is no cost of connections that are held but of those that were opened, such as sessions; the interval then has
 * the number without it as well.
 */
final class LevelLines {

    /** Levels that a line of bytes keeps at least, if those of the warm-up's size are left out. */
    private static final int MIN_FOR_BYTES = 4;

    /** Levels that a line of a count keeps at least, if those without a rise are left out. */
    private static final int MIN_WITHOUT_START = 3;

    /** Ratio of the highest slope in its interval to the slope itself up to which an amount is on a clear line. */
    private static final double MAX_UNCERTAIN = 1.25;

    private final Readings readings;
    private final List<LevelReading> forBytes;

    private LevelLines(Readings readings) {
        this.readings = readings;
        List<LevelReading> beyond = readings.levels().stream()
                .filter(level -> level.connections() >= readings.warmUp())
                .toList();
        this.forBytes = beyond.size() >= MIN_FOR_BYTES ? beyond : readings.levels();
    }

    static LevelLines of(Readings readings) {
        return new LevelLines(readings);
    }

    LevelReading last() {
        return readings.last();
    }

    ServerReading server() {
        return last().sample().server();
    }

    List<LevelReading> levels() {
        return readings.levels();
    }

    /** Returns the answer about a limit that readings tell. */
    LimitAnswer limited(LimitingFactor factor, String name, Limit limit, Quantity quantity) {
        return limit.isNumber()
                ? extended(factor, quantity, Bound.exact("%s=%s".formatted(name, limit), (double) limit.orElse(0)))
                : unknown(factor, name, limit, "");
    }

    /**
     * Returns the answer about a limit whose value is not a number.
     *
     * @param more what else may not have been seen, to follow "the limit"
     */
    static LimitAnswer unknown(LimitingFactor factor, String name, Limit limit, String more) {
        return new NotPredicted(
                factor,
                limit.isSeen() ? "%s=%s".formatted(name, limit) : name,
                limit.isUnlimited()
                        ? "has no limit"
                        : limit.isDefault()
                                ? "its default is not known"
                                : "the limit%s was not seen".formatted(more.isEmpty() ? "" : " " + more));
    }

    /** Returns where the line through a quantity reaches a bound. */
    LimitAnswer extended(LimitingFactor factor, Quantity quantity, Bound bound) {
        List<LevelReading> all = quantity.isCount() ? readings.levels() : forBytes;
        List<LevelReading> seen = withoutFlatStart(
                quantity,
                all.stream()
                        .filter(level -> quantity.of(level.sample()).isSeen())
                        .toList());
        InverseRegression line = line(quantity, seen);
        if (!line.isLine()) {
            return new NotPredicted(
                    factor, bound.text(), "%s: seen at fewer than two levels".formatted(quantity.name()));
        }
        if (!line.rises()) {
            return flat(factor, quantity, line, bound);
        }
        OptionalDouble drift = drift(quantity, line);
        double curve = line.line().curved() ? line.atCurve(bound.usual()) : Double.NaN;
        return new PredictedLimit(
                factor,
                bound.text(),
                Double.isNaN(curve) ? line.at(bound.usual()) : curve,
                interval(quantity, line, bound, drift),
                new Basis(
                        quantity.name(),
                        quantity.unit(),
                        line.line().perConnection(),
                        line.line().standardError(),
                        line.line().base(),
                        line.points(),
                        !Double.isNaN(curve),
                        assumed(quantity, bound, drift)));
    }

    private static InverseRegression line(Quantity quantity, List<LevelReading> levels) {
        return InverseRegression.of(
                levels.stream().mapToDouble(LevelReading::connections).toArray(),
                levels.stream()
                        .mapToDouble(level -> quantity.of(level.sample()).orElse(0))
                        .toArray());
    }

    /**
     * Returns the levels from the first one at which a count has risen, if there are enough of them: threads that a pool
     * has to spare take the first connections without a rise, and their levels are on no line with the others.
     */
    private static List<LevelReading> withoutFlatStart(Quantity quantity, List<LevelReading> levels) {
        int flat = 1;
        while (flat < levels.size()
                && quantity.of(levels.get(flat).sample())
                        .equals(quantity.of(levels.get(0).sample()))) {
            flat++;
        }
        return quantity.isCount() && flat > 1 && levels.size() - flat >= MIN_WITHOUT_START
                ? levels.subList(flat, levels.size())
                : levels;
    }

    /** Returns by how much the quantity rose from the highest level to the same one again; empty for no more than chance. */
    private OptionalDouble drift(Quantity quantity, InverseRegression line) {
        if (readings.again().isEmpty()) {
            return OptionalDouble.empty();
        }
        Sample again = readings.again().get();
        double rise = (double) quantity.of(again).orElse(0)
                - quantity.of(last().sample()).orElse(0);
        boolean seen =
                quantity.of(again).isSeen() && quantity.of(last().sample()).isSeen();
        // A reading of a count may differ by one from the moment at which it was taken.
        double chance = Math.max(quantity.isCount() ? 1 : 0, line.scatterOfTwo());
        return seen && Math.abs(rise) > chance ? OptionalDouble.of(rise) : OptionalDouble.empty();
    }

    /**
     * Returns true if an amount is not seen to be a cost of connections: it is on no clear line, or it changed at least
     * half as much, while the connections of the highest level were opened again, as from the lowest level to the highest.
     * One that never changed is none to tell of.
     */
    boolean isUnsteady(Quantity quantity) {
        Seen first = quantity.of(forBytes.get(0).sample());
        Seen now = quantity.of(last().sample());
        long rise = now.since(first).orElse(0);
        long change =
                readings.again().map(quantity::of).orElse(Seen.NOT).since(now).orElse(0);
        if (rise == 0 && change == 0) {
            return false;
        }
        InverseRegression line = line(quantity, forBytes);
        return 2 * Math.abs(change) >= Math.abs(rise)
                || !line.rises()
                || line.steepest() > MAX_UNCERTAIN * line.line().perConnection();
    }

    private Interval interval(Quantity quantity, InverseRegression line, Bound bound, OptionalDouble drift) {
        Interval least = line.interval(bound.least());
        Interval most = line.interval(bound.most());
        if (!least.isKnown()) {
            return Interval.UNKNOWN;
        }
        // Connections are whole, and one may wait in the listen queue, where it is held and not counted yet.
        int slack = quantity.isCount() ? 1 : 0;
        // The line has the scatter of one server; the next one of the same settings has a cost of its own.
        double usual = line.at(bound.usual());
        Interval both =
                new Interval(least.low() - slack, most.high() + slack).widened(usual, quantity.forkMargin() * usual);
        double curve = line.line().curved() ? line.atCurve(bound.usual()) : Double.NaN;
        if (!Double.isNaN(curve)) {
            both = both.and(new Interval(curve, curve));
        }
        if (drift.isPresent()) {
            int now = last().connections();
            double slope = line.line().perConnection() - drift.getAsDouble() / now;
            double left = bound.usual() - quantity.of(last().sample()).orElse(0);
            double without = slope > 0 ? now + left / slope : Double.POSITIVE_INFINITY;
            both = both.and(new Interval(without, without));
        }
        return both;
    }

    private String assumed(Quantity quantity, Bound bound, OptionalDouble drift) {
        if (drift.isEmpty()) {
            return bound.assumed();
        }
        return "%s%s changed by %s when the same %d connections were opened again, so a part of the cost is of opened ones; the interval has both"
                .formatted(
                        bound.assumed().isEmpty() ? "" : bound.assumed() + "; ",
                        quantity.name(),
                        quantity.amount(drift.getAsDouble()),
                        last().connections());
    }

    /** Returns why a quantity has no prediction: it does not rise, or not by more than chance. */
    private LimitAnswer flat(LimitingFactor factor, Quantity quantity, InverseRegression line, Bound bound) {
        double steepest = line.steepest();
        if (!(steepest > 0) || Double.isInfinite(steepest)) {
            return new NotPredicted(
                    factor, bound.text(), "%s: does not rise with connections".formatted(quantity.name()));
        }
        double base = line.line().base() + line.line().perConnection() * last().connections();
        long atLeast = (long) Math.floor(last().connections() + Math.max(0, bound.least() - base) / steepest);
        return new NotPredicted(
                factor,
                bound.text(),
                "%s: does not rise by more than chance, so it is not met below %s connections"
                        .formatted(quantity.name(), Quantity.grouped(atLeast)),
                OptionalLong.of(atLeast));
    }
}
