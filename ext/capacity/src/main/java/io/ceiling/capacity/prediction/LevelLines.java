package io.ceiling.capacity.prediction;

import io.ceiling.capacity.prediction.LimitPrediction.NotPredicted;
import io.ceiling.capacity.prediction.PredictedLimit.Basis;
import io.ceiling.container.Limit;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.reading.Seen;
import io.ceiling.harness.reading.ServerReading;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.stats.CostPoints;
import io.ceiling.harness.stats.FittedLine;
import io.ceiling.harness.stats.Interval;
import io.ceiling.harness.stats.LeastSquares;
import io.ceiling.harness.text.Figures;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * Lines through the readings of a few levels, each extended to a limit. Immutable.
 *
 * <p>Notes. If the levels are on a curve, the number follows from the cost of the last connections, and the interval
 * includes the number of the line. If the highest level needs more when it is opened a second time, the rise is a cost
 * of opened connections, such as sessions, and not of held ones; the interval then includes the number without the
 * rise.
 */
final class LevelLines {

    // An amount is on a clear line if the upper end of its slope's interval is at most this multiple of the slope.
    private static final double MAX_UNCERTAIN = 1.25;

    private final Readings readings;
    private final CostPoints<LevelReading> all;
    private final CostPoints<LevelReading> forBytes;

    private LevelLines(Readings readings) {
        this.readings = readings;
        this.all = CostPoints.ofOneServer(readings.levels(), LevelReading::connections);
        this.forBytes = all.beyond(readings.warmUp());
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

    /** Returns the answer about a limit whose value is in the readings. */
    LimitAnswer limited(LimitingFactor factor, String name, Limit limit, RisingFigure quantity) {
        return limit.isNumber()
                ? extended(factor, quantity, Threshold.exact("%s=%s".formatted(name, limit), (double) limit.orElse(0)))
                : unknown(factor, name, limit, "");
    }

    /**
     * Returns the answer about a limit whose value is not a number.
     *
     * @param more something else that may be unseen, in words behind "the limit"; empty for nothing
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
    LimitAnswer extended(LimitingFactor factor, RisingFigure quantity, Threshold bound) {
        CostPoints<LevelReading> points =
                quantity.isCount() ? all.seen(quantity::at).risen(quantity::at) : forBytes.seen(quantity::at);
        FittedLine line = line(quantity, points);
        if (!line.isLine()) {
            return new NotPredicted(
                    factor, bound.text(), "%s: seen at fewer than two levels".formatted(quantity.name()));
        }
        if (!line.rises()) {
            return flat(factor, quantity, line, bound);
        }
        OptionalDouble drift = drift(quantity, line);
        OptionalDouble curve = points.atCurve(quantity::at, bound.usual());
        return new PredictedLimit(
                factor,
                bound.text(),
                curve.orElse(line.at(bound.usual())),
                interval(quantity, line, bound, drift, curve),
                new Basis(
                        quantity.name(),
                        quantity.unit(),
                        line.perConnection(),
                        line.standardError(),
                        line.base(),
                        line.points(),
                        curve.isPresent(),
                        assumed(quantity, bound, drift)));
    }

    private static FittedLine line(RisingFigure quantity, CostPoints<LevelReading> levels) {
        return LeastSquares.fitted(levels.x(), levels.y(quantity::at));
    }

    // Returns the rise of the quantity between both readings of the highest level; empty if it may be chance.
    private OptionalDouble drift(RisingFigure quantity, FittedLine line) {
        if (readings.again().isEmpty()) {
            return OptionalDouble.empty();
        }
        Sample again = readings.again().get();
        double rise = (double) quantity.of(again).orElse(0)
                - quantity.of(last().sample()).orElse(0);
        boolean seen =
                quantity.of(again).isSeen() && quantity.of(last().sample()).isSeen();
        // A count may be off by one, since it changes while it is read.
        double chance = Math.max(quantity.isCount() ? 1 : 0, line.scatterOfTwo());
        return seen && Math.abs(rise) > chance ? OptionalDouble.of(rise) : OptionalDouble.empty();
    }

    /**
     * Returns true if an amount is not shown to be a cost of connections: it is on no clear line, or it changed by at
     * least half of its rise from the lowest to the highest level when the highest level was opened again. False for an
     * amount that never changed.
     */
    boolean isUnsteady(RisingFigure quantity) {
        Seen first = quantity.of(forBytes.all().get(0).sample());
        Seen now = quantity.of(last().sample());
        long rise = now.since(first).orElse(0);
        long change =
                readings.again().map(quantity::of).orElse(Seen.NOT).since(now).orElse(0);
        if (rise == 0 && change == 0) {
            return false;
        }
        FittedLine line = line(quantity, forBytes);
        return 2 * Math.abs(change) >= Math.abs(rise)
                || !line.rises()
                || line.steepest() > MAX_UNCERTAIN * line.perConnection();
    }

    private Interval interval(
            RisingFigure quantity, FittedLine line, Threshold bound, OptionalDouble drift, OptionalDouble curve) {
        Interval least = line.interval(bound.least());
        Interval most = line.interval(bound.most());
        if (!least.isKnown()) {
            return Interval.UNKNOWN;
        }
        // Connections are whole numbers, and one may still be in the listen queue: held, but not counted.
        int slack = quantity.isCount() ? 1 : 0;
        // The line has the scatter of one server; another server with the same settings has its own cost.
        double usual = line.at(bound.usual());
        Interval both =
                new Interval(least.low() - slack, most.high() + slack).widened(usual, quantity.forkMargin() * usual);
        if (curve.isPresent()) {
            both = both.and(new Interval(curve.getAsDouble(), curve.getAsDouble()));
        }
        if (drift.isPresent()) {
            int now = last().connections();
            double slope = line.perConnection() - drift.getAsDouble() / now;
            double left = bound.usual() - quantity.of(last().sample()).orElse(0);
            double without = slope > 0 ? now + left / slope : Double.POSITIVE_INFINITY;
            both = both.and(new Interval(without, without));
        }
        return both;
    }

    private String assumed(RisingFigure quantity, Threshold bound, OptionalDouble drift) {
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

    // Returns why a quantity has no prediction: it does not rise, or not by more than chance.
    private LimitAnswer flat(LimitingFactor factor, RisingFigure quantity, FittedLine line, Threshold bound) {
        double steepest = line.steepest();
        if (!(steepest > 0) || Double.isInfinite(steepest)) {
            return new NotPredicted(
                    factor, bound.text(), "%s: does not rise with connections".formatted(quantity.name()));
        }
        double base = line.base() + line.perConnection() * last().connections();
        long atLeast = (long) Math.floor(last().connections() + Math.max(0, bound.least() - base) / steepest);
        return new NotPredicted(
                factor,
                bound.text(),
                "%s: does not rise by more than chance, so it is not met below %s connections"
                        .formatted(quantity.name(), Figures.count(atLeast)),
                OptionalLong.of(atLeast));
    }
}
